# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="At scale, peers time out, and servers report rejects without data."
MUST="CL012, a reject without data says nothing; CL049, what else looks like it"
MUST_LAB="CL011, the peer's reason and its numbers"

predicted()
{
	explain --transport roce --active retry=7,rnr=7 --answer reject
	finds CL012 "cannot tell why"
	explain --transport roce --active retry=7,rnr=7 --answer reject --reject-len 32
	finds_no CL012
	explain --transport roce --active retry=7,rnr=7 --answer fail
	finds CL049 "the same as if the peer were out of resources or its process had died"
}

in_lab()
{
	next_port
	control limits "dev=$DEV" max_qp_rd_atom=2
	peer_to_kernel "id=8" "rr=8 rr.floor=8"
	expect "a refusal has a reason and its numbers" A outcome=rejected reason.by=peer \
		reason.name=ird_floor reason.have=2 reason.need=8
	finding_is A CL011
	control limits "dev=$DEV" mock=off
}
