# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="\"Unknown error -28\" with data that nobody shows."
MUST="the peer's program refused, and its reason is in the bytes, of which 148 are shown"

predicted()
{
	local reason
	for reason in 28 1 8; do
		explain --transport roce --active retry=7,rnr=7 --answer reject --reject-len 4 \
			--reject-reason "$reason"
		shows "148 bytes are shown" '.active.events[0].conn.private_data_len == 148'
		finds_words "148"
	done
	finds_no CL013
	explain --driver siw --active rr=1 --answer reject --reject-len 4
	finds_words "private data"
}
