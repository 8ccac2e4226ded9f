#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Who talks to whom, each over rxe and over siw:
#
#   10.N.0.1                       10.N.0.2
#   module listens      <-------   cmlab-peer connects
#   cmlab-peer listens  <-------   module connects
#   module listens      <-------   module connects, moved by the lab and by the CM
#
# The numbers differ from each other in every place, so that two of them exchanged are noticed.

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

ACTIVE="rr=9 id=3 retry=4 rnr=2"
PASSIVE="rr=6 id=5 rnr=5"

# By the model: the passive side serves min(6, 3), issues min(5, 9); 8 is 5 rounded up.
numbers_are_as_predicted()
{
	expect "the numbers are the model's" A requested.responder_resources=9 \
		offered.responder_resources=9 offered.initiator_depth=3 \
		advertised.responder_resources=5 advertised.initiator_depth=3 \
		negotiated.responder_resources=5 negotiated.initiator_depth=3 \
		programmed.max_dest_rd_atomic=8 programmed.max_rd_atomic=4
	expect "and at the passive side" P requested.responder_resources=6 \
		offered.responder_resources=3 offered.initiator_depth=5 \
		programmed.max_dest_rd_atomic=4 programmed.max_rd_atomic=8
	[ "$TRANSPORT" = roce ] || return 0
	expect "retries are the model's" A programmed.retry_cnt=4 programmed.rnr_retry=5
	expect "and at the passive side" P programmed.retry_cnt=4 programmed.rnr_retry=2
}

# $1: lab or cm
all_pairs()
{
	case_begin "$PROVIDER, transitions=$1, kernel listens, userspace connects"
	peer_to_kernel "$ACTIVE transitions=$1" "$PASSIVE transitions=$1"
	is "cmlab-peer's exit status" "$PEER_STATUS" 0
	pair_is_right
	numbers_are_as_predicted

	case_begin "$PROVIDER, transitions=$1, userspace listens, kernel connects"
	kernel_to_peer "$PASSIVE transitions=$1" "$ACTIVE transitions=$1"
	is "connect's result" "$RESULT" 0
	is "cmlab-peer's exit status" "$PEER_STATUS" 0
	pair_is_right
	numbers_are_as_predicted

	case_begin "$PROVIDER, transitions=$1, kernel to kernel"
	kernel_to_kernel "$ACTIVE transitions=$1" "$PASSIVE transitions=$1"
	is "connect's result" "$RESULT" 0
	pair_is_right
	numbers_are_as_predicted
}

check "the module loads" module_load
for provider in $PROVIDERS; do
	provider_select "$provider"
	all_pairs lab
	all_pairs cm
done
unload_and_finish
