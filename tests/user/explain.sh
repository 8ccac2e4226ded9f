#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab explain: its options, its contract, its eyes. No module, no RDMA, no root.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

PROGRAM=cmlab
explain=("$BIN/cmlab" explain)

# $1: what, $2: a jq expression that must be true; the rest: options
json()
{
	local what=$1 filter=$2
	shift 2
	run "${explain[@]}" "$@" --json
	if [ "$RC" -ne 0 ] || [ "$(wc -l <"$WORK/out")" -ne 1 ]; then
		tap 1 "$what: one line, status 0"
		evidence
		return
	fi
	holds "$what" jq -e "$filter" "$WORK/out"
}

# Wrong usage: the option, the value and the range.
usages <<'END'
explain --active rr=300|explain: --active rr=300: a number, 0..255 (a u8 in struct rdma_conn_param)
explain --active rr=-1|explain: --active rr=-1: a number, 0..255
explain --passive id=many|explain: --passive id=many: a number
explain --passive id=|explain: --passive id=: a number
explain --passive id|explain: --passive id: must be key=value
explain --active rr=1,responder_resources=2|explain: --active responder_resources=2: given twice
explain --active rr=1 --active id=2|explain: --active id=2: given twice
explain --active foo=1|explain: --active foo=1: not one of rr id
explain --passive-limits foo=1|explain: --passive-limits foo=1: not one of max_qp_rd_atom
explain --workload foo=1|explain: --workload foo=1: not one of op
explain --workload op=push|explain: --workload op=push: one of none read
explain --foo|explain: --foo: no such option
explain --transport tcp|explain: --transport tcp: one of ib roce iwarp
explain --driver foo|explain: --driver foo: one of generic rxe
explain --driver rxe --transport iwarp|explain: --driver rxe: has no iwarp device
explain --driver mlx|explain: --driver mlx: did you mean mlx5? One of generic rxe
explain --passive-driver ionic_rmda|explain: --passive-driver ionic_rmda: did you mean ionic_rdma? One of generic
explain --driver mana --transport iwarp|explain: --driver mana: has no iwarp device
explain --driver qib --transport roce|explain: --driver qib: has no roce device
explain --kernel 6.x|explain: --kernel 6.x: a release such as 6.8, or what uname -r prints
explain --kernel banana|explain: --kernel banana: a release such as 6.8
explain --kernel 6|explain: --kernel 6: a release such as 6.8
explain --kernel 6.20|explain: --kernel 6.20: there is no such release of Linux
explain --active-profile foo|explain: --active-profile foo:
explain --active ack_timeout=1,ack_timeout_when=listener|explain: --active ack_timeout_when=listener: one of never before_route before_handshake established
explain --active|explain: --active: a value is missing
explain --reject-reason 256|explain: --reject-reason 256: a number, 0..255
END
expect "a list that fits no command" 2 \
	"explain: --active-profile portable: the values are too long; see --list-profiles" \
	"${explain[@]}" --active-profile portable --active "$(printf 'rr=1,%.0s' {1..300})"

run "${explain[@]}"
holds "nothing given is an answer" test "$RC" -eq 0
run "${explain[@]}" --help
holds "--help" grep -q -- --active-profile "$WORK/out"
run env -i "$BIN/cmlab" explain --driver rxe --active rr=1
holds "needs nothing of its surroundings" test "$RC" -eq 0
run "${explain[@]}" --active=rr=4,id=4 --passive=rr=4,id=4
holds "--option=value" grep -q "outcome: established" "$WORK/out"
run "$BIN/cmlab" --json explain --driver rxe
holds "options in front of the word" jq -e '.version == 1' "$WORK/out"

# The contract.
json "the keys" '(keys | contains(["version", "outcome", "active", "passive", "detection", "findings"])) and
	(.active | has("call", "event", "status", "qp", "qp_reported")) and
	(.detection | has("unreachable_s", "retry_exceeded_s", "rnr_stall_ms"))' --driver rxe
json "a finding" '.findings | length > 0 and all(.[]; (.id | test("^CL[0-9]{3}$")) and
	(.severity | IN("info", "warn", "error")) and has("field") and (.message | length > 20) and
	(.advice | length > 5))' --driver rxe --active rr=4,id=4 --passive rr=9,id=9
json "findings: errors first" '[.findings[].severity] == ([.findings[] | .severity] |
	sort_by({"error": 0, "warn": 1, "info": 2}[.]))' --driver rxe --active rr=9,id=3,retry=20 --passive rr=200,id=5
json "no call is null" '.passive.call == null and .passive.event == null and .passive.qp == null' \
	--active private_data_len=57
json "UX: rejected" '.outcome == "rejected" and .active.event == "RDMA_CM_EVENT_REJECTED" and
	.active.status == 28 and .active.call == 0 and .passive.call == -22 and
	([.findings[] | select(.id == "CL021") | .field] == ["responder_resources", "initiator_depth"])' \
	--transport roce --active rr=16,id=16,retry=7,rnr=7 --passive rr=16,id=16,rnr=7 --passive-limits rd=8,init=8
json "observed rxe 1" '.active.qp_reported.max_rd_atomic == 8 and .active.qp_reported.rnr_retry == 5 and
	.passive.qp_reported.rnr_retry == 2 and .passive.qp_reported.retry_cnt == 4' \
	--driver rxe --active rr=9,id=3,retry=4,rnr=2 --passive rr=6,id=5,retry=1,rnr=5
json "a profile is decided" '.active.profile == "read-heavy" and .active.sent.responder_resources == 4 and
	(.active.clamps | any(.field == "responder_resources" and .from == 16 and .to == 4))' \
	--active-profile read-heavy --passive-profile portable --active-limits rd=4,init=4
json "a profile with overrides" '.active.sent.responder_resources == 3 and .active.sent.initiator_depth == 16' \
	--active-profile read-heavy --active rr=3 --passive-profile read-heavy
json "a profile that refuses" '.outcome == "rejected" and .passive.call_name == "rdma_reject" and
	.passive.reason == "ird_floor" and ([.findings[].id] | index("CL014") != null)' \
	--active rr=0,id=0 --passive-profile read-heavy
json "mock limits are not the driver's" '.outcome == "established" and .passive.sent.responder_resources == 4' \
	--driver rxe --active rr=16,id=16 --passive-profile read-heavy --passive-limits rd=4,init=4 \
	--passive-hardware rd=128,init=128
json "a driver for each side" '.active.driver == "mlx5" and .passive.driver == "bnxt_re"' \
	--active-driver mlx5 --passive-driver bnxt_re
json "hexadecimal numbers" '.active.sent.responder_resources == 16' --active rr=0x10 --transport ib

# Each iWARP driver's own way (F36): call, event, status, seconds for TCP, seconds for the reply.
while read -r driver answer want; do
	json "$driver, $answer" "[.active.call, .active.event, .active.status, .detection.unreachable_s,
		.detection.mpa_reply_s] == $want" --transport iwarp --driver "$driver" --answer "$answer"
done <<-'END'
	cxgb4 absent [0,"RDMA_CM_EVENT_REJECTED",-104,null,60]
	cxgb4 silent [0,"RDMA_CM_EVENT_UNREACHABLE",-110,null,60]
	irdma absent [0,"RDMA_CM_EVENT_REJECTED",-104,340,340]
	irdma silent [0,"RDMA_CM_EVENT_REJECTED",-104,340,340]
	erdma absent [0,"RDMA_CM_EVENT_REJECTED",-104,10,10]
	erdma silent [0,"RDMA_CM_EVENT_UNREACHABLE",-110,10,10]
	qedr absent [0,"RDMA_CM_EVENT_REJECTED",-104,null,null]
	qedr silent [0,"RDMA_CM_EVENT_CONNECT_ERROR",-16,null,null]
	siw absent [-111,null,null,127,10]
	siw silent [-110,null,null,127,10]
END
run "${explain[@]}" --transport iwarp --driver cxgb4 --answer absent
holds "TCP's reset is no MPA reply" grep -q -- "-- TCP reset  |" "$WORK/out"
run "${explain[@]}" --transport iwarp --driver irdma --answer silent
holds "what is silent sends nothing" test "$(grep -c "MPA reply, or TCP" "$WORK/out")" -eq 0
run "${explain[@]}" --list-drivers
holds "how an iWARP driver ends" grep -q "nobody listens -104, nothing comes back -110" "$WORK/out"

# Any kernel and any driver can be named; what stands in for them is told.
while read -r kernel release note; do
	json "kernel $kernel" ".kernel == \"$release\" and (.findings | map(select(.id == \"CL078\").message) |
		if \"$note\" == \"\" then . == [] else (length == 1 and (.[0] | test(\"$note\"))) end)" \
		--driver rxe --kernel "$kernel"
done <<-'END'
	6.1 6.1
	6.12.95 6.12
	6.8 6.8 Linux 6.8 lies between .* that has it\\.$
	5.14 5.14 older than .* told as for 6.1\\.$
	6.9-rc3 6.9 that has it\\.$
	7.5 7.5 newer than .* told as for 7.2\\.$
	5.14.0-427.el9.x86_64 5.14 told as for 6.1\\. A distribution
	6.8.0-45-generic 6.8 that has it\\. A distribution
	4.18.0-553.el8_10.x86_64 4.18 told as for 6.1\\. A distribution
	6.12.95+deb12-amd64 6.12 Linux 6.12 is told as kernel.org has it\\. A distribution
END
json "a release between has the changes before it" '.detection.unreachable_s == 73.728' --kernel 6.8 --answer silent
json "and not those after it" '.active.qp.min_rnr_timer == null' --driver irdma --transport roce \
	--kernel 6.17.0-8-generic --active rr=1,id=1,min_rnr_timer=12 --passive rr=1,id=1
while read -r name driver transport; do
	json "driver $name" ".active.driver == \"$driver\" and .transport == \"$transport\" and
		([.findings[].id] | index(\"CL079\")) == null" --driver "$name"
done <<-'END'
	mlx5_ib mlx5 roce
	mlx5_core mlx5 roce
	mlx4_ib mlx4 roce
	rdma_rxe rxe roce
	iw_cxgb4 cxgb4 iwarp
	hns_roce hns roce
	bnxt bnxt_re roce
	ice irdma roce
END
while read -r name transport; do
	json "driver $name is told to have a stand-in" ".active.driver == \"$name\" and .transport == \"$transport\" and
		([.findings[] | select(.id == \"CL079\")] | length) == 2" --driver "$name"
done <<-'END'
	vmw_pvrdma roce
	mana roce
	mana_ib roce
	ionic roce
	ionic_rdma roce
	qib ib
	i40iw iwarp
	mthca ib
END
for name in usnic usnic_verbs efa; do
	json "driver $name connects nowhere" '.outcome == "local_error" and .active.call_name == "rdma_resolve_addr" and
		.active.call == -19 and ([.findings[].id] | index("CL074") != null)' --driver "$name"
done
run "${explain[@]}" --list-drivers
holds "what else a driver is called" grep -q "also: mlx5_ib mlx5_core" "$WORK/out"
holds "whose facts are taken" grep -q "for qib: it shares rdmavt with hfi1" "$WORK/out"

for kind in findings profiles drivers; do
	run "${explain[@]}" --list-$kind
	holds "--list-$kind" test "$RC" -eq 0 -a -s "$WORK/out"
	run "${explain[@]}" --list-$kind --json
	holds "--list-$kind --json" jq -e ".version == 1 and (.$kind | length > 5)" "$WORK/out"
done

# For eyes: plain ASCII within 100 columns, whatever happens.
plain()
{
	! LC_ALL=C grep -qP '[^\x20-\x7e]|.{101,}' "$WORK/out"
}
while read -r options; do
	# shellcheck disable=SC2086 # words of a line
	run "${explain[@]}" $options
	holds "100 columns of ASCII: $options" plain
done <<-END
	--driver rxe --active rr=255,id=255,retry=255,rnr=255,flow=1,private_data_len=56 --passive rr=128,id=128,rnr=7
	--driver siw --active rr=128,id=128,private_data_len=251 --passive rr=1,id=1
	--driver siw --answer absent
	--ps udp --driver rxe --passive qkey=5
	--answer reject --reject-len 149
	--answer silent --family inet6
	--transitions lab --driver rxe --active rr=9,id=3 --passive rr=6,id=5
	--active null=1
	--active-profile storage-host --passive-profile storage-target --workload op=read,depth=64,burst=65
	--driver rxe --active rr=4,id=4,retry=7,ack_timeout=14,ack_timeout_when=before_route --passive rr=129,id=4
END
run "${explain[@]}" --driver rxe --active rr=9,id=3,retry=4,rnr=2 --passive rr=6,id=5,rnr=5
holds "the ladder: the REQ" grep -q "REQ  responder_resources 9  initiator_depth 3  retry 4  rnr 2" "$WORK/out"
holds "the ladder: the swap" grep -q "responder_resources 3 (to serve)  initiator_depth 9 (may issue)" "$WORK/out"
holds "the ladder: the REP" grep -q "REP  responder_resources 6  initiator_depth 5  rnr 5" "$WORK/out"
holds "the ladder: the RTU" grep -q "RTU --" "$WORK/out"
holds "a time in units" grep -q "11 s" "$WORK/out"

finish
