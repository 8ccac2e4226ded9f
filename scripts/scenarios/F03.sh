# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="A target bounds initiator_depth by max_qp_rd_atom, which one device with two limits does not forgive."
MUST="CL056, which limit belongs to which depth; silent where the two limits are alike"
MUST_LAB="each depth is bounded by the limit that is its own"

predicted()
{
	explain --transport roce --active rr=16,id=16,retry=7,rnr=7 --passive rr=8,id=8,rnr=7 \
		--passive-limits rd=16,init=4
	finds CL056 "initiator_depth 8 exceeds max_qp_init_rd_atom 4 but not max_qp_rd_atom 16"
	explain --transport roce --active rr=16,id=16,retry=7,rnr=7 --passive rr=8,id=8,rnr=7 \
		--passive-limits rd=16,init=16
	finds_no CL056
}

# The module itself keeps the two apart.
in_lab()
{
	control limits "dev=$DEV" max_qp_rd_atom=16 max_qp_init_rd_atom=4
	peer_to_kernel "rr=8 id=8" "rr=8 id=8"
	expect "each depth has the limit that is its own" P outcome=established \
		negotiated.responder_resources=8 negotiated.initiator_depth=4
	control limits "dev=$DEV" mock=off
}
