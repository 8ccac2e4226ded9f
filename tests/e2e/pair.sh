# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# shellcheck disable=SC2034 # scenarios read what is set here
# Two ends and a handshake between them, on one host:
#
#   rxe   10.7.0.1 (listens) <- 10.7.0.2   fd07::1 <- fd07::2   lab0, rxe0
#   siw   10.8.0.1 (listens) <- 10.8.0.2   fd08::1 <- fd08::2   lab1, siw0

# shellcheck source=tests/e2e/lib.sh
. tests/e2e/lib.sh

PROVIDERS="rxe siw"

# A sample of the scenario: one provider, where what differs between the two is the kernel's part and
# the debug kernel's run has both. $1: the provider
sample_with()
{
	[ -z "${E2E_SAMPLE-}" ] || PROVIDERS=$1
}
PORT=18515

# $1: rxe or siw -> the names, addresses and sizes that go with it
provider_select()
{
	PROVIDER=$1
	case $1 in
	rxe) NET=7 NETDEV=lab0 TRANSPORT=roce REQ_ROOM=56 REP_ROOM=196 ;;
	siw) NET=8 NETDEV=lab1 TRANSPORT=iwarp REQ_ROOM=251 REP_ROOM=251 ;;
	esac
	DEV=${1}0
	LISTENER=10.$NET.0.1 CONNECTOR=10.$NET.0.2
	LISTENER6=fd0$NET::1 CONNECTOR6=fd0$NET::2
}

# Runs functions with one provider after the other. $*: their names
on_each_provider()
{
	local provider step
	for provider in $PROVIDERS; do
		provider_select "$provider"
		for step; do
			"$step"
		done
	done
}

# An address with PORT as users write it -> ENDPOINT
endpoint()
{
	ENDPOINT=$1:$PORT
	[[ $1 != *:* ]] || ENDPOINT="[$1]:$PORT"
}

# Each case has its port, so that what is left of one is not taken for the next. -> PORT
next_port()
{
	PORT=$((PORT + 1))
}

# A number rounded up as both providers do with depths -> POW2
pow2()
{
	POW2=0
	[ "$1" -gt 0 ] || return 0
	POW2=1
	while [ "$POW2" -lt "$1" ]; do
		POW2=$((POW2 * 2))
	done
}

is_settled()
{
	report_of_peer "$@" || return 1
	local -n one=$1
	[ "${one[outcome]}" != pending ] || return 1
	[ "${one[outcome]}" != established ] || [ "${one[state]}" != established ] ||
		[ "${one[handshake]}" = raw ] || [ "${one[ping_tx]}${one[ping_rx]}" = truetrue ]
}

# The module's report of a connection, once its handshake and its ping are over.
# $1: the array's name, $2: the role, $3: the peer's address with port
report_settled()
{
	poll_until "$BOUND" is_settled "$@" || note "no settled $2 connection with $3"
}

# The module's side of what A tells of. What A refused itself has never reached the module. -> P
passive_report()
{
	if [ "${A[outcome]-}" = local_error ]; then
		report_of_peer P passive "${A[local]-}" || :
	elif [ -n "${A[local]-}" ]; then
		report_settled P passive "${A[local]}"
	fi
}

# -- handshakes ---------------------------------------------------------------------------------
# Each leaves the two reports in A and P, and no connection and no listener.
# The words of both sides are strings, since no word has blanks.

# $1: words of the connecting cmlab-peer, $2: keys of the module's listener
peer_to_kernel()
{
	next_port
	A=() P=()
	# shellcheck disable=SC2086
	control listen "addr=$LISTENER" "port=$PORT" $2 || return 1
	endpoint "$LISTENER"
	# shellcheck disable=SC2086
	peer_start a connect "$ENDPOINT" "src=$CONNECTOR" $1
	peer_wait a
	peer_report A a 1
	passive_report
	control unlisten "addr=$LISTENER" "port=$PORT"
}

# $1: words of the listening cmlab-peer, $2: keys of the module's connect
kernel_to_peer()
{
	next_port
	A=() P=()
	endpoint "$LISTENER"
	# shellcheck disable=SC2086
	peer_listen p "$ENDPOINT" $1 || return 0
	# shellcheck disable=SC2086
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" $2 || :
	RESULT=${R[errno]-0} ERROR=${R[error]-}
	[ -z "${R["conn[0].id"]-}" ] || report A "${R["conn[0].id"]}"
	[ "${A[state]-}" != established ] || control disconnect "conn=${A[id]}"
	peer_wait_reported p
	peer_report P p 1
}

# The peer ends by itself after its handshake; one that saw none is ended. $1: its name
peer_wait_reported()
{
	if poll_until 5 peer_is_gone "$1"; then
		peer_wait "$1"
	else
		peer_stop "$1"
	fi
}

# $1: keys of connect, $2: keys of listen
kernel_to_kernel()
{
	next_port
	A=() P=()
	# shellcheck disable=SC2086
	control listen "addr=$LISTENER" "port=$PORT" $2 || return 1
	# shellcheck disable=SC2086
	control connect "addr=$LISTENER" "port=$PORT" "src=$CONNECTOR" $1 || :
	RESULT=${R[errno]-0} ERROR=${R[error]-}
	[ -z "${R["conn[0].id"]-}" ] || report A "${R["conn[0].id"]}"
	passive_report
	control disconnect conn=all
	control unlisten "addr=$LISTENER" "port=$PORT"
	poll_until "$BOUND" no_connections || verdict "every connection ends" "$(<"$CMLAB/connections")"
}

no_connections()
{
	local lines
	mapfile -t lines <"$CMLAB/connections"
	[ "${#lines[@]}" = 2 ]
}

# Connections of the module that have carried data both ways -> GOOD; a ping may take seconds on a busy
# machine. $1: how many there must be
carry_data()
{
	local id
	GOOD=0
	connection_ids
	for id in "${IDS[@]}"; do
		report A "$id"
		[ "${A[state]}${A[ping_rx]-}${A[ping_tx]-}" != establishedtruetrue ] || GOOD=$((GOOD + 1))
	done
	[ "$GOOD" = "$1" ]
}

# -- what must hold of every established pair ---------------------------------------------------

# $1: A or P, $2: the role
side_is_up()
{
	expect "the $2 side is established and carries data both ways" "$1" "role=$2" \
		outcome=established "device=$DEV" "transport=$TRANSPORT" ping_rx=true ping_tx=true \
		'qp_num>0' 'handshake_us>0' own_timer=false
}

# What one side offers is what the other one sees, in its own perspective.
offers_arrive()
{
	expect "the passive side sees what was offered" P \
		"advertised.responder_resources=${A[offered.initiator_depth]-}" \
		"advertised.initiator_depth=${A[offered.responder_resources]-}" \
		"peer.wanted_responder_resources=${A[requested.responder_resources]-}" \
		"peer.wanted_initiator_depth=${A[requested.initiator_depth]-}"
	expect "the active side sees what was accepted" A \
		"advertised.responder_resources=${P[negotiated.initiator_depth]-}" \
		"advertised.initiator_depth=${P[negotiated.responder_resources]-}" \
		"peer.wanted_responder_resources=${P[requested.responder_resources]-}" \
		"peer.wanted_initiator_depth=${P[requested.initiator_depth]-}"
	expect "both sides agree" A \
		"negotiated.responder_resources=${P[negotiated.initiator_depth]-}" \
		"negotiated.initiator_depth=${P[negotiated.responder_resources]-}"
	check "the active side's address is the passive one's peer" \
		same_address "${A[local]-}" "${P[remote]-}"
	check "and the other way" same_address "${A[remote]-}" "${P[local]-}"
}

# $1: A or P
depths_are_programmed()
{
	local -n side=$1
	local ird ord
	pow2 "${side[negotiated.responder_resources]:-0}"
	ird=$POW2
	pow2 "${side[negotiated.initiator_depth]:-0}"
	ord=$POW2
	expect "$1's queue pair has the negotiated depths" "$1" \
		"programmed.max_dest_rd_atomic=$ird" "programmed.max_rd_atomic=$ord"
}

# The active side's retry_count rules both queue pairs; each side's rnr_retry_count rules the other's.
retries_cross()
{
	local retry=${A[offered.retry_count]-}
	expect "the passive side takes retries from the request" P "advertised.retry_count=$retry" \
		"negotiated.retry_count=$retry" "programmed.retry_cnt=$retry" \
		"advertised.rnr_retry_count=${A[offered.rnr_retry_count]-}" \
		"programmed.rnr_retry=${A[offered.rnr_retry_count]-}"
	expect "the active side takes rnr_retry from the reply" A \
		"negotiated.retry_count=$retry" "programmed.retry_cnt=$retry" \
		"advertised.rnr_retry_count=${P[offered.rnr_retry_count]-}" \
		"programmed.rnr_retry=${P[offered.rnr_retry_count]-}" '!advertised.retry_count'
	expect "each side's queue pair points at the other's" A \
		"advertised.qp_num=${P[qp_num]-}" "programmed.dest_qp_num=${P[qp_num]-}"
	expect "and the other way" P "advertised.qp_num=${A[qp_num]-}" \
		"programmed.dest_qp_num=${A[qp_num]-}"
}

iwarp_has_no_retries()
{
	expect "iWARP carries no retry counts" A '!advertised.rnr_retry_count' \
		'!offered.retry_count' '!programmed.retry_cnt' '!programmed.rnr_retry'
	expect "siw's crossed depths are put right" A \
		"reported.max_rd_atomic=${A[programmed.max_dest_rd_atomic]-}" \
		"reported.max_dest_rd_atomic=${A[programmed.max_rd_atomic]-}"
}

pair_is_right()
{
	side_is_up A active
	side_is_up P passive
	offers_arrive
	depths_are_programmed A
	depths_are_programmed P
	if [ "$TRANSPORT" = iwarp ]; then
		iwarp_has_no_retries
	else
		retries_cross
	fi
}
