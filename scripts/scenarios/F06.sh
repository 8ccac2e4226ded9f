# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="An application posts more reads than were agreed on."
MUST="CL054, how many are in flight beside the depth, and what this driver does with the rest"

predicted()
{
	explain --driver rxe --active rr=4,id=4,retry=6,rnr=7 --passive rr=4,id=4,rnr=7 \
		--workload op=read,depth=64
	finds CL054 "64 reads are to be in flight and the depth is 4: the rest wait in the send queue of rxe"
	explain --driver rxe --active rr=4,id=4,retry=6,rnr=7 --passive rr=4,id=4,rnr=7 \
		--workload op=read,depth=4
	finds_no CL054
}
