# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="Sixteen reads were agreed on, and the ninth is refused as an invalid request."
MUST="CL001, what the QP serves beside what was offered, and the depth to accept with"

predicted()
{
	explain --transport roce --transitions lab --active rr=16,id=16,retry=7,rnr=7 \
		--passive rr=16,id=16,rnr=7 --passive-limits rd=8,init=8
	finds CL001 "promised to serve 16 reads at once, but its QP serves 8"
	finds CL001 "accept with responder_resources 8"
	explain --transport roce --transitions lab --active rr=16,id=16,retry=7,rnr=7 \
		--passive rr=8,id=8,rnr=7 --passive-limits rd=8,init=8
	finds_no CL001
}
