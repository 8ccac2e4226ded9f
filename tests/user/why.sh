#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# cmlab why: what is asked and refused, and that each "show" really shows what it stands beside.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "$0")/lib.bash"

cmlab=$BIN/cmlab
# shellcheck disable=SC2034 # usages reads it
PROGRAM=cmlab
debugfs_make

# $1: what, $2: exit status, $3: text of the output; the rest: arguments of cmlab why
says()
{
	local what=$1 status=$2 text=$3
	shift 3
	run "$cmlab" why "$@"
	if [ "$RC" = "$status" ] && tr '\n' ' ' <"$WORK/out" | tr -s ' ' | grep -qF -- "$text"; then
		tap 0 "why $*: $what"
	else
		tap 1 "why $*: $what"
		echo "# wanted status $status and: $text"
		evidence
	fi
}

says "the side decides" 0 "REJ 10 at the passive side, after rdma_accept returned 0" \
	'REJECTED 10' --side passive
says "words need no quotes" 0 "REJ 28, consumer defined" REJ 28
says "an errno means several things" 0 "-104 (ECONNRESET) means" -104
says "the driver narrows it" 0 "REJECTED -104 on cxgb4" -104 --driver cxgb4
says "a call may lack its prefix" 0 "rdma_accept refuses" -22 --call accept
says "a userspace call" 0 "ib_modify_qp refuses" EINVAL --call ibv_modify_qp
says "rdma_listen has rdma_bind_addr's" 0 "another id has this address" EADDRINUSE --call rdma_listen
says "durations" 0 "16 sends of the REQ, 6.1 s apart" 98s
says "a completion" 0 "had no receive posted" 'wc 13'
says "a number has a cause to show" 0 "show: cmlab explain --transport roce --answer absent" 'REJ 8'
expect "what nobody knows" 1 "why: 900000 s: nothing is known of it here" "$cmlab" why 900000s

usages <<-'END'
	why|why: give a symptom, --log FILE or --conn ID; see cmlab why --help
	why 28|why: 28: a number of what? Say 'REJ N', 'wc N', 'errno N' or 'N s'
	why FOO|why: FOO: no symptom that is known here
	why -104 --side left|why: --side left: not one of active passive
	why -104 --driver mlx|why: --driver mlx: not one of generic rxe
	why -104 --call foo|why: --call foo: not one of rdma_connect
	why -104 --side|why: --side: a value is missing
	why -104 --side active --side active|why: --side: given twice
	why -104 --bogus|why: --bogus: no such option; see cmlab why --help
	why -104 --conn 1|why: give a symptom, --log FILE or --conn ID; see cmlab why --help
	why --conn x|why: --conn x: must be the number of a connection
	why --log /nonexistent|why: --log /nonexistent: No such file or directory
END

# A report of the module: what its last event or its failing call is.
report_put 90 <<-'END'
	version: 1
	id: 90
	role: passive
	driver: rxe
	transport: roce
	outcome: rejected
	event: RDMA_CM_EVENT_REJECTED
	status: 10
END
report_put 91 <<-'END'
	version: 1
	id: 91
	role: active
	driver: siw
	transport: iwarp
	outcome: rejected
	error: -111
	error_call: rdma_connect
END
report_put 92 <<-'END'
	version: 1
	id: 92
	role: active
	outcome: established
END
says "the event and the side of a connection" 0 "REJ 10 at the passive side" --conn 90
says "the call and the driver of a connection" 0 "rdma_connect: TCP was refused" --conn 91
expect "a connection that stands" 1 "why: connection 92: established, nothing to explain" \
	"$cmlab" why --conn 92
expect "no such connection" 1 "93" "$cmlab" why --conn 93

run "$cmlab" why REJ 28 --json
holds "JSON: one line" test "$(wc -l <"$WORK/out")" -eq 1
holds "JSON: what it is" jq -e '.version == 1 and (.symptoms | length == 1) and
	(.symptoms[0] | .kind == "rej" and .number == 28 and .symptom == "REJ 28 (consumer defined)")' \
	"$WORK/out"
holds "JSON: what it means" jq -e '.symptoms[0].meanings | length == 2 and all(has("means") and
	has("where") and has("source") and (.causes | length > 0 and all(has("rank") and has("cause")
	and has("tell") and has("do"))))' "$WORK/out"

# A jq program that is true of the prediction that shows the symptom: a number of one of the two sides,
# or a finding that names it in words. A completion, an asynchronous event and a duration stand in no
# handshake; there it counts that the question can be asked.
# $1: its kind, $2: its number
shown()
{
	local word
	word=$(sed -n "s/^$2 (\(.*\))\$/\1/p" <<<"$NAME")
	case $1 in
	rej | sidr | errno)
		echo "([.active, .passive | .. | numbers] | index($2)) or
			([.findings[].message] | any(contains(\"${word:-no such word}\") or contains(\"UNREACHABLE\")))"
		;;
	*) echo '.outcome != null' ;;
	esac
}

all_symptoms()
{
	printf 'REJ %s\n' {1..35}
	printf 'SIDR %s\n' 1 2
	printf 'wc %s\n' {1..21}
	printf '%s\n' ENODEV EINVAL ENOMEM ECONNREFUSED ECONNRESET ETIMEDOUT EHOSTUNREACH EAFNOSUPPORT \
		EADDRINUSE ENETUNREACH EPROTO EPERM EACCES ENOSYS
	printf '%s\n' ADDR_ERROR ROUTE_ERROR UNREACHABLE REJECTED CONNECT_ERROR DISCONNECTED
	printf '%s\n' QP_FATAL QP_REQ_ERR QP_ACCESS_ERR CQ_ERR PORT_ERR
	printf '%s\n' 98s 74s 66s 127s 131s 655ms 17s 2.1s 0.51s 10s
}

# Each line that can be shown, once, with the symptom that it is to show.
every_show()
{
	local symptom
	all_symptoms | while read -r symptom; do
		"$cmlab" why "$symptom" --json |
			jq -r '.symptoms[0] | .kind as $k | (.number // 0) as $n | .symptom as $s |
				.meanings[].causes[] | select(.show) | "\($k)|\($n)|\($s)|\(.show)"'
	done | sort -u
}

every_show >"$WORK/shows"
holds "there is something to show" test "$(wc -l <"$WORK/shows")" -gt 40
while IFS='|' read -r kind number NAME show; do
	read -r -a words <<<"$show"
	run "$BIN/${words[0]}" "${words[@]:1}" --json
	if [ "$RC" -eq 0 ] && jq -e "$(shown "$kind" "$number")" "$WORK/out" >/dev/null; then
		tap 0 "$kind $number: $show"
	else
		tap 1 "$kind $number: $show"
		evidence | cut -c1-600
	fi
done <"$WORK/shows"

finish
