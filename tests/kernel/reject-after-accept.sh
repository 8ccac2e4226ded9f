#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# A program that accepts and then rejects the same id waits 65 s to destroy it, when the peer has
# not yet sent its RTU.
#
#   10.7.0.1:PORT                           10.7.0.2
#   python, librdmacm: listens,      <----  python, librdmacm: connects,
#   accepts, rejects, destroys              never calls rdma_establish

set -eu
# shellcheck source=tests/kernel/lib.sh
. tests/kernel/lib.sh

# In the background. $1: listen or connect
librdmacm()
{
	exec /usr/bin/python3 tests/kernel/reject-after-accept.py "$1" "$LISTENER" "$CONNECTOR" "$PORT"
}

# What a line of the listener's output says. $1: its first word -> VALUE
value_of()
{
	local word value
	while read -r word value; do
		[ "$word" != "$1" ] || VALUE=$value
	done <"$TMP/p.out"
	[ -n "${VALUE-}" ]
}

took_a_minute()
{
	[ -n "$VALUE" ] && [ "${VALUE%.*}" -ge 30 ]
}

provider_select rxe
case_begin "reject after accept"
next_port
librdmacm listen >"$TMP/p.out" 2>"$TMP/p.err" &
PEER_PID[p]=$!
check "it listens" poll_until "$BOUND" grep -q listening "$TMP/p.out"
librdmacm connect >"$TMP/a.out" 2>"$TMP/a.err" &
PEER_PID[a]=$!
check "the listener ends" poll_until 100 peer_is_gone p
VALUE=""
check "it has accepted and rejected the same id" value_of rejected
note "the connecting side got: $(<"$TMP/a.out")"
VALUE=""
check "and destroyed it" value_of destroyed
bug "which took more than half a minute: $VALUE s" took_a_minute
peer_stop a
peer_stop p
finish
