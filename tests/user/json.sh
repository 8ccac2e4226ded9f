#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The JSON contract, from reports that were recorded in the lab.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

cmlab=$BIN/cmlab
debugfs_make

# $1: what, $2: a jq expression that must be true for the last output
true_that()
{
	holds "$1" jq -e "$2" "$WORK/out"
}

# One object on one line that begins with the version.
one_object()
{
	holds "$1: one line" test "$(wc -l <"$WORK/out")" -eq 1
	holds "$1: version first" grep -q '^{"version":1,' "$WORK/out"
	holds "$1: valid" jq -e 'type == "object"' "$WORK/out"
}

contract='
	(.version == 1) and (.id | type == "number") and
	([.role, .device, .transport, .state, .outcome, .local, .remote] | all(type == "string")) and
	([.requested, .offered, .advertised, .negotiated, .programmed] | all(type == "object")) and
	([.clamps, .findings] | all(type == "array")) and
	([.requested, .offered, .advertised, .negotiated, .programmed] | all(all(.[]; type == "number"))) and
	(.clamps | all(has("field") and has("from") and has("to") and has("why"))) and
	(.findings | all(has("id") and has("severity") and has("message") and has("advice")))'

for id in 1 2 4 6 7; do
	expect "show $id --json" 0 "" "$cmlab" show "$id" --json
	one_object "show $id"
	true_that "show $id keeps the contract" "$contract"
done

run "$cmlab" show 1 --json
true_that "values are numbers" '.offered.initiator_depth == 4 and .negotiated.responder_resources == 16'
true_that "flags are booleans" '.ping_rx == true and .own_timer == false'
true_that "programmed has the names of struct ib_qp_attr" \
	'.programmed | .max_dest_rd_atomic == 16 and .max_rd_atomic == 4 and .rnr_retry == 0'
true_that "a clamp has its reason" '.clamps[0] == {"field": "initiator_depth", "from": 16, "to": 4,
	"why": "device max_qp_init_rd_atom", "mock": true}'
true_that "bytes of the peer are hex" '.received.user == "0x68656c6c6f20256e20776f726c64"'
run "$cmlab" show 4 --json
true_that "a refusal has number, name and side" \
	'.reason | .code == 10 and .name == "ird_floor" and .by == "peer"'

# What a report does not say is empty, not missing.
printf 'version: 1\nid: 8\nrole: active\nstate: resolving_addr\n' | report_put 8
expect "a connection at its very start" 0 "" "$cmlab" show 8 --json
one_object "it"
true_that "it keeps the contract" "$contract"

# Text that looks like a number stays text where users choose it.
printf 'version: 1\nid: 9\ndevice: 12\nprofile: 007\nhandshake_us: 99999999999999999999\n' | report_put 9
run "$cmlab" show 9 --json
true_that "names are never numbers" '.device == "12" and .profile == "007"'
true_that "a number that does not fit stays as it is" '.handshake_us == "99999999999999999999"'

for what in devices listeners connections profiles events; do
	expect "show $what --json" 0 "" "$cmlab" show "$what" --json
	one_object "$what"
	true_that "$what is an array" ".$what | type == \"array\" and length > 0"
done
true_that "an event has time and text" '.events[0] | has("time") and has("text")'
run "$cmlab" show connections --json
true_that "connections are whole" ".connections | length == 3 and all($contract)"
run "$cmlab" show --json
one_object "show"
true_that "show has both" '(.listeners | length == 2) and (.connections | length == 3)'
expect "show stats --json" 0 "" "$cmlab" show stats --json
one_object "stats"

# A connection that ends while the list is read is left out.
rm -r "$CMLAB_DEBUGFS/conn/2"
expect "one gone meanwhile" 0 "" "$cmlab" show --json
true_that "is left out" '[.connections[].id] == [1, 7]'

printf 'version: 1\n' >"$CMLAB_DEBUGFS/devices"
run "$cmlab" devices --json
true_that "nothing is an empty array" '.devices == []'

finish
