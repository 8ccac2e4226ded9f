# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A lost peer is noticed after 15 s, after minutes, or never while the connection is idle."
MUST="CL051, the time until it is noticed, for each timeout and retry count; idle notices nothing"

predicted()
{
	explain --transport roce --active retry=7,rnr=7,ack_timeout=14,ack_timeout_when=before_handshake \
		--passive rnr=7
	finds CL051 "536.87 ms after a send of the active side (retry_cnt 7, timeout 14"
	finds CL051 "An idle connection notices nothing"
	explain --transport roce --active retry=7,rnr=7,ack_timeout=19,ack_timeout_when=before_handshake \
		--passive rnr=7
	finds CL051 "17.1 s after a send of the active side (retry_cnt 7, timeout 19"
	explain --driver rxe --active retry=7,rnr=7 --passive rnr=7
	finds CL029 "never counted down"
}
