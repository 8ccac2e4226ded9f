# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What the reproducers of docs/known-kernel-issues.md share. Each shows a problem of the kernel
# without cmlab.ko and says whether this kernel has it: both are "ok". "not ok" means that the
# reproducer could not do its work.

# shellcheck source=tests/e2e/lib.sh
. tests/e2e/lib.sh
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

# $1: description; the rest: a command that succeeds if the kernel has the problem
bug()
{
	local desc=$1
	shift
	if "$@"; then
		verdict "the bug is there: $desc"
	else
		verdict "not here: $desc"
	fi
}

# A client in userspace. $1: address with port; the rest: its words -> A
client()
{
	peer_start a connect "$1" "src=$CONNECTOR" handshake=raw "${@:2}"
	peer_wait a
	peer_report A a 1
	note "client of $1: ${A[outcome]-no report} after ${A[handshake_us]-?} us," \
		"${A[event]-no event}, ${A["findings[0].message"]-no finding}"
}

# Connects by TCP and closes at once, which a siw listener takes for one of its own. $1: how often
tcp_touch()
{
	local i
	for ((i = 0; i < $1; i++)); do
		: 2>/dev/null 9<>"/dev/tcp/$LISTENER/$PORT" || return 0
	done
}

# A TCP connection whose only byte is an urgent one: siw's only worker waits for the next one.
stall_begin()
{
	perl -MSocket -e '
		socket(my $s, PF_INET, SOCK_STREAM, 0) or die;
		connect($s, sockaddr_in($ARGV[1], inet_aton($ARGV[0]))) or die;
		select(undef, undef, undef, 0.5);
		send($s, "x", MSG_OOB) or die;
		sleep 100' "$LISTENER" "$PORT" &
	PEER_PID[stall]=$!
	poll_until "$BOUND" siw_waits
}

# Its end, which the worker sees.
stall_end()
{
	peer_stop stall 2>/dev/null
}

# A worker of siw's CM waits for bytes of a socket.
siw_waits()
{
	grep -lq siw_recv_mpa_rr /proc/[0-9]*/stack 2>/dev/null
}

# A TCP socket listens on PORT, whatever the RDMA CM says.
tcp_listens()
{
	local port line
	printf -v port ':%04X ' "$PORT"
	while read -r line; do
		[[ $line != *"$port"*:0000\ 0A\ * ]] || return 0
	done </proc/net/tcp
	return 1
}

tcp_is_gone()
{
	! tcp_listens
}

# The RDMA CM has a listening id on PORT.
cm_listens()
{
	[[ $(rdma resource show cm_id) == *"LISTEN"*":$PORT "* ]]
}

# The listeners stay when the script ends: to destroy one would be another reproducer.
keep_listeners()
{
	local name
	for name in "${!PEER_PID[@]}"; do
		disown "${PEER_PID[$name]}"
	done
	PEER_PID=()
}
