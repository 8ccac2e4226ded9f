#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# An MPA v2 reply whose private data are shorter than the four bytes of IRD and ORD.
#
#   10.8.0.1:PORT                           10.8.0.2
#   perl answers MPA over TCP        <----  cmlab-peer connects (librdmacm)
#
# Lengths 1 to 3 come first. On a kernel with KASAN the first of them ends the machine, on all others
# length 0 leaves siw without its worker.

set -eu
# shellcheck source=tests/kernel/lib.sh
. tests/kernel/lib.sh

# Answers one request. $1: flags and revision, $2: length of the private data
responder()
{
	rm -f "$TMP/r.ready"
	perl -MSocket -e '
		my ($addr, $port, $bits, $len, $ready) = @ARGV;
		$SIG{PIPE} = "IGNORE";
		socket(my $l, PF_INET, SOCK_STREAM, 0) or die;
		setsockopt($l, SOL_SOCKET, SO_REUSEADDR, 1);
		bind($l, sockaddr_in($port, inet_aton($addr))) or die;
		listen($l, 1) or die;
		open(my $f, ">", $ready) or die;
		print $f "ready\n";
		close $f;
		accept(my $s, $l) or die;
		sysread($s, my $request, 512);
		syswrite($s, "MPA ID Rep Frame" . pack("nn", hex $bits, $len) . "\0" x $len);
		sleep 60' "$LISTENER" "$PORT" "$1" "$2" "$TMP/r.ready" &
	PEER_PID[r]=$!
	poll_until "$BOUND" test -s "$TMP/r.ready"
}

# $1: length
longer_than_sent()
{
	[ "${A[received.wire_len]-0}" -gt "$1" ]
}

# $1: what it is, $2: flags and revision, $3: length
reply()
{
	case_begin "$1, private data of $3 bytes"
	next_port
	check "a responder listens" responder "$2" "$3"
	client "$LISTENER:$PORT"
	note "private_data_len of the event: ${A[received.wire_len]-none}"
	bug "the event has more private data than the reply" longer_than_sent "$3"
	peer_stop r 2>/dev/null
}

oopsed()
{
	[[ $(dmesg) == *"NULL pointer dereference"* ]]
}

provider_select siw
for len in 4 1 2 3; do
	reply accepts 1002 "$len"
	reply rejects 3002 "$len"
done
# nobody waits for this client's end: there is no worker any more that would let it go
case_begin "accepts, no private data"
next_port
check "a responder listens" responder 1002 0
peer_start a connect "$LISTENER:$PORT" "src=$CONNECTOR" handshake=raw
bug "siw dereferences NULL" poll_until "$BOUND" oopsed
unset "PEER_PID[a]"
finish
