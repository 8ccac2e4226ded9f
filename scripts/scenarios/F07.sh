# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Since the server was changed, the first sends of its clients kill the connection."
MUST="CL006, whose QP the accept's rnr_retry_count programs"
MUST_LAB="CL006 at the server and CL005 at its client"

predicted()
{
	explain --transport roce --active rr=4,id=4,retry=7,rnr=7 --passive rr=4,id=4,rnr=0
	finds CL006 "The accept's rnr_retry_count 0 programs the PEER's QP"
	explain --transport roce --active rr=4,id=4,retry=7,rnr=7 --passive rr=4,id=4,rnr=7
	finds_no CL006
}

in_lab()
{
	kernel_to_kernel "rnr=7" "rnr=0"
	expect "the client's QP has the server's 0" A outcome=established programmed.rnr_retry=0
	finding_is A CL005 "programs THIS side's QP"
	expect "the server's QP has the client's 7" P programmed.rnr_retry=7
	finding_is P CL006 "programs the PEER's QP"
}
