#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# One urgent TCP byte stops the connection manager of all siw devices.
#
#   10.8.0.1:PORT                           10.8.0.2
#   cmlab-peer listens (librdmacm)   <----  TCP: connect, one urgent byte
#   cmlab-peer listens, other port   <----  cmlab-peer connects (librdmacm)

set -eu
# shellcheck source=tests/kernel/lib.sh
. tests/kernel/lib.sh

# Its own timer has ended, and it waits in the kernel, in vain, to destroy the id.
client_gives_up()
{
	local stat
	read -r stat 2>/dev/null <"/proc/${PEER_PID[a]}/stat" || return 0
	[[ $stat == *") D "* || $stat == *") Z "* ]]
}

no_event()
{
	[ "${A[outcome]}" = unreachable ] && [ "${A[own_timer]}" = true ]
}

provider_select siw
next_port
peer_listen other "$LISTENER:$PORT" handshake=raw --count 0
OTHER=$PORT
client "$LISTENER:$OTHER"
expect "a client connects before" A outcome=established
next_port
peer_listen p "$LISTENER:$PORT" handshake=raw --count 0
bug "siw's worker waits for the byte after the urgent one" stall_begin
# whoever gives up waits in the kernel, too, so the connection ends before the client does
peer_start a connect "$LISTENER:$OTHER" "src=$CONNECTOR" handshake=raw timeout_ms=12000
poll_until "$BOUND" client_gives_up || note "the client has not given up after $BOUND s"
bug "the worker still waits" siw_waits
stall_end
peer_wait a
peer_report A a 1
bug "another listener's client hears nothing in 12 s, not even siw's timeout of 10 s" no_event
client "$LISTENER:$OTHER"
expect "once the connection has closed, a client connects" A outcome=established
finish
