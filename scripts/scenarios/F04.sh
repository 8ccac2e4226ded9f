# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The first connection of an endpoint works, the second cannot be set up."
MUST="CL052, the responder resources of all connections beside the device's, and the share of each"
MUST_LAB="reason res_exhausted, with what is left"

predicted()
{
	explain --transport roce --active rr=16,id=16,retry=7,rnr=7 --passive rr=16,id=16,rnr=7 \
		--passive-limits rd=16,init=16,res=16 --workload connections=2
	finds CL052 "over all connections: 32 of max_res_rd_atom 16"
	finds CL052 "accept with responder_resources 8"
	explain --transport roce --active rr=16,id=16,retry=7,rnr=7 --passive rr=8,id=16,rnr=7 \
		--passive-limits rd=16,init=16,res=16 --workload connections=2
	finds_no CL052
}

# The module refuses the second one, with the numbers, if it may not go below what is left.
in_lab()
{
	control limits "dev=$DEV" max_res_rd_atom=16
	next_port
	control listen "addr=$LISTENER" "port=$PORT" rr=16
	peer_start stays connect "$LISTENER:$PORT" "src=$CONNECTOR" id=16 --until-disconnect
	peer_report A stays 1
	expect "the first connection has all of it" A outcome=established negotiated.initiator_depth=16
	peer_to_kernel "id=16" "rr=16 rr.floor=4"
	expect "the second is refused, with what is left" P outcome=rejected reason.name=res_exhausted \
		reason.have=0 reason.need=4
	control disconnect conn=all
	peer_wait stays
	control unlisten listener=all
	control limits "dev=$DEV" mock=off
}
