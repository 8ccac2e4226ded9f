# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Both sides connect with depth 0 and read."
MUST="CL028, a certain failure on every driver: neither QP has REMOTE_READ"

predicted()
{
	local driver
	for driver in rxe mlx5 bnxt_re; do
		explain --driver "$driver" --active rr=0,id=0,retry=6,rnr=7 --passive rr=0,id=0,rnr=7 \
			--workload op=read,depth=4
		finds CL028 "REMOTE_READ"
	done
	explain --driver rxe --active rr=4,id=4,retry=6,rnr=7 --passive rr=4,id=4,rnr=7 \
		--workload op=read,depth=4
	finds_no CL028
}
