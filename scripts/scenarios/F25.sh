# shellcheck shell=bash disable=SC2034
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause

SAW="The target cannot create a queue pair; the host sees a reset by its peer, or nothing."
MUST="both ends: CL050 where -ENOMEM sends no REJ at all, CL049 where the REJ is empty"
MUST_LAB="the call that failed here, and reason no_resources there"

predicted()
{
	explain --transport roce --active retry=7,rnr=7 --answer nomem
	finds CL050 "The passive's handler returned -ENOMEM, which sends no REJ at all"
	explain --transport roce --active retry=7,rnr=7 --answer fail
	finds CL049 "The cause is local to the passive side"
}

# A depth that this device does not take: the module names the call here and the reason there.
in_lab()
{
	control limits "dev=$DEV" max_qp_init_rd_atom=250
	peer_to_kernel "--raw rr=200" "id=200"
	expect "what failed is named here" P outcome=rejected 'error_call=ib_modify_qp(RTS)' error=-22 \
		reason.name=no_resources
	expect "and told there" A outcome=rejected reason.by=peer reason.name=no_resources reason.have=22
	control limits "dev=$DEV" mock=off
}
