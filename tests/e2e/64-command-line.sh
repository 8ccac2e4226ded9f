#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The command line drives the module: every command as text for people and as JSON for programs, and
# the exit status: 0 done, 1 it failed, 2 wrong usage, 3 no module or no permission.
#
#   cmlab listen 10.N.0.1:P   <----   cmlab connect 10.N.0.1:P src=10.N.0.2

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# Runs cmlab. $@: its arguments -> OUT, ERR, STATUS
run()
{
	STATUS=0
	cmlab "$@" >"$TMP/cli.out" 2>"$TMP/cli.err" || STATUS=$?
	OUT=$(<"$TMP/cli.out") ERR=$(<"$TMP/cli.err")
	# shellcheck disable=SC2034
	COMMAND="cmlab $*"
}

# $1: exit status, $2: pattern of standard output, $3: of standard error; the rest: arguments of cmlab
says()
{
	local status=$1 out=$2 err=$3 wrong=()
	shift 3
	run "$@"
	[ "$STATUS" = "$status" ] || wrong+=("exit status $STATUS, not $status")
	# shellcheck disable=SC2053
	[[ $OUT == $out ]] || wrong+=("output: $OUT" "wanted: $out")
	# shellcheck disable=SC2053
	[[ $ERR == $err ]] || wrong+=("errors: $ERR" "wanted: $err")
	verdict "cmlab $*" "${wrong[@]}"
}

# The same as JSON, which must be one valid object on one line. $1: exit status, $2: a jq program
# that must say true of it; the rest: arguments of cmlab
json_says()
{
	local status=$1 filter=$2 wrong=()
	shift 2
	run "$@" --json
	[ "$STATUS" = "$status" ] || wrong+=("exit status $STATUS, not $status")
	[[ $OUT != *$'\n'* ]] || wrong+=("more than one line")
	jq -e ".version == 1 and ($filter)" <"$TMP/cli.out" >/dev/null 2>"$TMP/jq.err" ||
		wrong+=("JSON: $OUT" "wanted: $filter" "$(<"$TMP/jq.err")")
	verdict "cmlab $* --json" "${wrong[@]}"
}

without_module()
{
	case_begin "without the module"
	says 3 "" "cmlab: the module is not loaded (insmod cmlab.ko)" devices
	says 3 "" "cmlab: the module is not loaded (insmod cmlab.ko)" listen "$LISTENER:$PORT"
	says 2 "" "cmlab: listen: port=0: 1..65535" listen "$LISTENER:0"
}

# The keys that the contract promises of a connection.
CONTRACT='has("id") and has("role") and has("device") and has("transport") and has("state") and
	has("local") and has("remote") and (.requested | type == "object") and
	(.offered | type == "object") and (.advertised | type == "object") and
	(.negotiated | type == "object") and (.programmed | type == "object") and
	(.clamps | type == "array") and (.findings | type == "array") and
	all(.clamps[]; has("field") and has("from") and has("to") and has("why")) and
	all(.findings[]; has("id") and has("severity") and has("message") and has("advice"))'

connecting()
{
	case_begin "$PROVIDER"
	next_port
	says 0 "listener 1 on $LISTENER:$PORT" "" listen "$LISTENER:$PORT" rr=6 id=5
	json_says 0 '.result == "ok" and .listener == 2' listen "[$LISTENER6]:$PORT"
	says 0 "connection 1 *active*$DEV*$CONNECTOR:* -> $LISTENER:$PORT *established in *
*requested*offered*advertised*negotiated*programmed*
responder_resources *9 *9 *5 *5 *8 *
initiator_depth *3 *3 *3 *3 *4 *private data *5 B*" "" \
		connect "$LISTENER:$PORT" "src=$CONNECTOR" rr=9 id=3 private_data=hello
	json_says 0 ".established == 1 and .failed == 0 and (.conn | length == 1) and
		(.conn[0] | $CONTRACT) and .conn[0].offered.responder_resources == 9 and
		.conn[0].negotiated.initiator_depth == 3 and .conn[0].state == \"established\"" \
		connect "$LISTENER:$PORT" "src=$CONNECTOR" rr=9 id=3
	says 0 "3 connections: 3 established, 0 failed
  established   5 * *" "" connect "[$LISTENER6]:$PORT" count=3
	json_says 0 '.connections == 3 and (.conn | length == 3)' connect "[$LISTENER6]:$PORT" count=3
}

failing()
{
	case_begin "$PROVIDER, failures"
	says 1 "connection *rejected*error CL013 *nobody listens*" "cmlab: conn *" \
		connect "$LISTENER:1" "src=$CONNECTOR"
	json_says 1 '.result == "failed" and .errno == -111 and .established == 0 and .failed == 1 and
		.conn[0].outcome == "rejected" and .conn[0].findings[0].id == "CL013"' \
		connect "$LISTENER:1" "src=$CONNECTOR"
	says 2 "" "cmlab: connect: rr=300: 0..255 (a u8 in struct rdma_conn_param)" \
		connect "$LISTENER:$PORT" rr=300
	says 2 "" "cmlab: connect: \"$LISTENER\": ADDR:PORT, *" connect "$LISTENER"
	says 2 "" "cmlab: frobnicate: not one of *" frobnicate
	says 2 "" "*" --nonsense
	says 1 "" "cmlab: listen: addr=*: rdma_bind_addr: *" listen "10.$NET.0.77:$PORT"
	says 1 "" "cmlab: disconnect: conn=4000: no such connection" disconnect 4000
	says 1 "" "cmlab: unlisten: *no such listener*" unlisten 4000
	says 1 "" "cmlab: connection 4000: *" show 4000
	says 1 "" "cmlab: limits: dev=nosuch0: no such RDMA device" limits dev=nosuch0 rd=4
}

showing()
{
	case_begin "$PROVIDER, show"
	says 0 "device *driver *transport *
*$DEV *$PROVIDER *$TRANSPORT *128 *128 *false *" "" devices
	json_says 0 ".devices | map(select(.name == \"$DEV\")) | .[0] |
		.driver == \"$PROVIDER\" and .transport == \"$TRANSPORT\" and .max_qp_rd_atom == 128 and
		.mock == false and .connections == 16" devices
	says 0 "id *local *state *
*1 *$LISTENER:$PORT *listening *
*id *role *device *state *
*1 *active *$DEV *established *$CONNECTOR:*$LISTENER:$PORT *5 *3*" "" show
	json_says 0 '(.listeners | length == 2) and (.connections | length == 16)' show
	json_says 0 "(.connections | length == 16) and all(.connections[]; $CONTRACT)" show connections
	json_says 0 ".listeners[1].local == \"[$LISTENER6]:$PORT\" and .listeners[0].requests == 2" \
		show listeners
	says 0 "connection 1 *active*responder_resources*" "" show 1
	json_says 0 "$CONTRACT and .id == 1 and .sent.user == \"0x68656c6c6f\"" show 1
	says 0 "*portable *read-heavy *iwarp *" "" show profiles
	json_says 0 '(.profiles | length >= 9) and all(.profiles[]; has("summary"))' show profiles
	says 0 "*conn 1 *established after*" "" show events
	json_says 0 '.events | length > 10 and all(.[]; has("time") and has("text"))' show events
	says 0 "*active.established *8*" "" show stats
	json_says 0 '.active.established == 8 and .passive.established == 8 and
		.commands.failed > 0' show stats
}

ending()
{
	case_begin "$PROVIDER, limits and ends"
	says 0 "" "" limits "dev=$DEV" rd=5 init=6 res=700
	json_says 0 ".devices | map(select(.name == \"$DEV\")) | .[0] | .max_qp_rd_atom == 5 and
		.max_qp_init_rd_atom == 6 and .max_res_rd_atom == 700 and .mock == true" devices
	json_says 0 '.result == "ok"' limits "dev=$DEV" mock=off
	says 0 "" "" disconnect 1
	says 0 "" "" disconnect all
	check "all end" poll_until "$BOUND" no_connections
	json_says 0 '.connections == []' show connections
	says 0 "" "" unlisten "$LISTENER:$PORT"
	says 0 "" "" unlisten all
	json_says 0 '.listeners == []' show listeners
}

for_root_only()
{
	case_begin "without root"
	STATUS=0
	ERR=$(setpriv --reuid=65534 --clear-groups cmlab show 2>&1) || STATUS=$?
	is "one sentence" "$STATUS $ERR" "3 cmlab: needs root"
}

sample_with siw
provider_select rxe
without_module
for provider in $PROVIDERS; do
	provider_select "$provider"
	module_load history=256
	connecting
	failing
	showing
	ending
	case_begin "$PROVIDER"
	check "the module unloads" module_unload
done
module_load history=256
for_root_only
module_unload
finish
