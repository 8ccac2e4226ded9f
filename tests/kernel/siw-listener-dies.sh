#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# A TCP connection that closes before siw has accepted it ends siw's listener.
#
#   10.8.0.1:PORT                           10.8.0.2
#   cmlab-peer listens (librdmacm)   <----  TCP: connect, close
#                                    <----  cmlab-peer connects (librdmacm)
#
# The listeners end with the machine, and that corrupts memory: the run ends with a complaint.

set -eu
# shellcheck source=tests/kernel/lib.sh
. tests/kernel/lib.sh

# $1: backlog
listen_and_try()
{
	next_port
	peer_listen "p$PORT" "$LISTENER:$PORT" handshake=raw --count 0 "backlog=$1"
	client "$LISTENER:$PORT"
	expect "a client connects before" A outcome=established
}

# Closes TCP connections until the listener has gone. $1: how many at most
touch_until_gone()
{
	local i
	for ((i = 1; i <= $1; i++)); do
		tcp_touch 1
		poll_until 1 tcp_is_gone || continue
		note "gone after $i"
		return 0
	done
	return 1
}

refused_at_once()
{
	[ "${A[outcome]}" = rejected ] && [ "${A[handshake_us]}" -lt 1000000 ]
}

not_established()
{
	[ "${A[outcome]}" != established ]
}

nobody_listens()
{
	check "the RDMA CM still has the listener" cm_listens
	client "$LISTENER:$PORT"
	bug "the next client is refused at once" refused_at_once
}

# A race against the worker that accepts: with one processor, the worker always wins.
plain()
{
	case_begin "closed at once, backlog 128"
	listen_and_try 128
	bug "the TCP listener goes, within 10 connections" touch_until_gone 10
	nobody_listens
}

stalled()
{
	case_begin "closed while siw's worker waits, backlog 128"
	listen_and_try 128
	check "the worker waits" stall_begin
	tcp_touch 1
	stall_end
	bug "one connection, and the TCP listener goes" poll_until 2 tcp_is_gone
	nobody_listens
}

# With one work item, nobody is told of the second connection, and none is left for its close.
one_work_item()
{
	case_begin "two closed while siw's worker waits, backlog 1"
	listen_and_try 1
	check "the worker waits" stall_begin
	tcp_touch 2
	stall_end
	client "$LISTENER:$PORT" timeout_ms=15000
	bug "the next client gets no answer" not_established
	bug "and when it gives up, the TCP listener goes" poll_until 2 tcp_is_gone
	nobody_listens
}

provider_select siw
plain
stalled
one_work_item
finish
