# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A program accepts a second request, and its first connection drops."
MUST="CL072 at the passive side: REJECTED 10 after its accept returned 0, for a queue pair number used twice"
WAITS="the answer stale-rep"

predicted()
{
	explain --transport roce --active retry=7,rnr=7 --passive rnr=7 --answer stale-rep
	shows "rdma_accept returned 0" '.passive.call_name == "rdma_accept" and .passive.call == 0'
	shows "and REJECTED 10 came after it" \
		'.passive.event == "RDMA_CM_EVENT_REJECTED" and .passive.status == 10'
	finds CL072 "old"
}
