# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A storage server waits for ever once a client is fast: it reads 31 at once."
MUST="CL053 for the side that reads: a batch of 31 cannot start at depth 8"

predicted()
{
	explain --transport roce --active rr=16,id=0,retry=7,rnr=7 --passive rr=0,id=8,rnr=7 \
		--workload op=read,by=passive,depth=31,burst=31
	finds CL053 "31"
	finds CL053 "depth 8"
	explain --transport roce --active rr=16,id=0,retry=7,rnr=7 --passive rr=0,id=8,rnr=7 \
		--workload op=read,by=passive,depth=8,burst=8
	finds_no CL053
}
