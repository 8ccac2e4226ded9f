# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The server hangs, and its client gets an error right after connecting."
MUST="CL017, no receive at the accept; on iWARP CL055, which ends the connection at once"
MUST_LAB="CL017 at the server"

predicted()
{
	explain --transport roce --active rr=4,id=4,retry=7,rnr=7 --passive rr=4,id=4,rnr=7 \
		--workload op=send,recv_posted=0
	finds CL017 "No receives are posted at the accept"
	explain --transport iwarp --driver siw --active rr=4,id=4 --passive rr=4,id=4 \
		--workload op=send,recv_posted=0
	finds CL055 "iWARP has no RNR NAK"
	explain --transport iwarp --driver siw --active rr=4,id=4 --passive rr=4,id=4 \
		--workload op=send,recv_posted=8
	finds_no CL055
}

in_lab()
{
	kernel_to_kernel "" "recv_depth=0"
	finding_is P CL017 "No receives are posted"
}
