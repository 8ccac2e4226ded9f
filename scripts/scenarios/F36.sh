# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Over an iWARP adapter nobody listens, or nobody answers, and each adapter says it in its own way."
MUST="each driver's own errno, event and time"

predicted()
{
	explain --driver cxgb4 --active rr=1,id=1 --answer absent
	shows "cxgb4: REJECTED -104" '.outcome == "rejected" and .active.status == -104'
	finds CL013 "cxgb4"
	explain --driver erdma --active rr=1,id=1 --answer absent
	shows "erdma: REJECTED -104" '.outcome == "rejected" and .active.status == -104'
	explain --driver erdma --active rr=1,id=1 --answer silent
	shows "erdma: UNREACHABLE -110 after its 10 s" \
		'.outcome == "unreachable" and .active.status == -110 and .detection.unreachable_s == 10'
	explain --driver qedr --transport iwarp --active rr=1,id=1 --answer silent
	shows "qedr: CONNECT_ERROR -16" '.active.event == "RDMA_CM_EVENT_CONNECT_ERROR" and .active.status == -16'
	explain --driver siw --active rr=1,id=1 --answer absent
	shows "siw: rdma_connect itself returns -111" '.active.call == -111'
}
