# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The advice is followed, and the connect fails in the same way."
MUST="CL022 advises 32, the least of the offer and both limits, and 32 works"

predicted()
{
	explain --transport roce --active rr=40,id=40,retry=7,rnr=7 --passive rr=32,id=40,rnr=7 \
		--active-limits rd=32,init=32 --passive-limits rd=64,init=64
	finds CL022 "initiator_depth 40"
	finds_words "accept with initiator_depth 32"
	explain --transport roce --active rr=40,id=40,retry=7,rnr=7 --passive rr=32,id=32,rnr=7 \
		--active-limits rd=32,init=32 --passive-limits rd=64,init=64
	finds_no CL022
	shows "it stands" '.outcome == "established"'
}
