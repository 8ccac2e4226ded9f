# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A request with more segments than the read depth never completes."
MUST="CL053 before there is traffic: the batch cannot start at this depth, split it"

predicted()
{
	explain --transport roce --active rr=16,id=16,retry=7,rnr=7 --passive rr=16,id=16,rnr=7 \
		--workload op=read,depth=17,burst=17
	finds CL053 "A batch of 17 reads that must start together cannot start at depth 16"
	finds CL053 "split it into batches of 16"
	explain --transport roce --active rr=16,id=16,retry=7,rnr=7 --passive rr=16,id=16,rnr=7 \
		--workload op=read,depth=16,burst=16
	finds_no CL053
}
