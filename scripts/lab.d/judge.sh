# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What a run was worth: for each host one verdict in words and one exit code, the evidence on
# standard error when it is a bad one.

# the kernel's flags for: bad page, died, warned, soft lockup, machine check
TAINT_BAD=$((1 << 5 | 1 << 7 | 1 << 9 | 1 << 14 | 1 << 4))

# The logs that tell everything the kernel of a host said. Its console stands in for the log when
# the machine did not come to hand it over, or when the log ran over.
# $1: the host's directory
kernel_logs()
{
	if [ -s "$1/dmesg" ] && head -n 1 "$1/dmesg" | grep -q '\[ *0\.000000\]'; then
		echo "$1/dmesg"
	else
		[ ! -s "$1/dmesg" ] || echo "$1/dmesg"
		console_log "$1"
	fi
	[ ! -s "$1/kmemleak" ] || echo "$1/kmemleak"
}

# A UML machine's console is its standard error. $1: the host's directory
console_log()
{
	local file=$1/console
	[ -e "$file" ] || file=$1/stderr
	echo "$file"
}

# The leak detector's report, with the names of functions that were gone by then
# $1: the host's directory
leaks_name()
{
	[ -s "$1/kmemleak" ] && [ -s "$1/sections" ] || return 0
	"$LAB_D/leak-symbols" "$1/sections" "$RUN/files" <"$1/kmemleak" >"$1/kmemleak.named"
	mv "$1/kmemleak.named" "$1/kmemleak"
}

# What a kernel's flags say of it when its log says nothing. $1: the host's directory
flags_complain()
{
	local taint=0 lockdep=1 leaks=1
	[ ! -s "$1/tainted" ] || read -r taint <"$1/tainted"
	[ ! -s "$1/lockdep" ] || read -r lockdep <"$1/lockdep"
	[ ! -s "$1/leaks" ] || read -r leaks <"$1/leaks"
	[ $((taint & TAINT_BAD)) -eq 0 ] ||
		echo "the kernel is tainted ($taint), and its log does not show why"
	[ "$lockdep" = 1 ] ||
		echo "the lock validator has stopped working, and the log does not show why"
	[ "$leaks" = 1 ] || echo "the leak detector has stopped working"
}

# $1: the host's directory -> true and the complaints in its file "complaints" if there are any
host_complained()
{
	local known=$LAB_D/known-issues logs status=0
	mapfile -t logs < <(kernel_logs "$1")
	"$LAB_D/complaints" "$K_NAME" "$known" "${logs[@]}" >"$1/complaints" || status=$?
	[ "$status" -le 1 ] || die "the kernel's logs cannot be judged (complaints: $status)"
	[ "$status" = 1 ] || flags_complain "$1" >"$1/complaints"
	[ -s "$1/complaints" ]
}

# One line on how the script itself ended. $1: the host's directory
script_words()
{
	if [ -s "$1/status" ]; then
		case $(<"$1/status") in
		timeout) echo "the script did not end in $TIMEOUT s" ;;
		setup) echo "the machine could not be set up" ;;
		*) echo "the script's status is $(<"$1/status")" ;;
		esac
	elif [ -e "$1/hung" ]; then
		echo "the machine hangs"
	else
		echo "the machine ended without a status"
	fi
}

# $1: the host -> CODE WORDS
host_judge()
{
	local dir=$RUN/$1 status=""
	[ ! -s "$dir/status" ] || status=$(<"$dir/status")
	WORDS=$(script_words "$dir")
	leaks_name "$dir"
	if host_complained "$dir"; then
		CODE=$LAB_RC_COMPLAINT
		WORDS="the kernel complained; $WORDS"
	elif [ "$status" = timeout ] || [ -e "$dir/hung" ]; then
		CODE=$LAB_RC_TIMEOUT
	elif [ "$status" = setup ]; then
		CODE=$LAB_RC_SETUP
	elif [ -z "$status" ]; then
		CODE=$LAB_RC_DIED
	else
		CODE=$status
	fi
}

# $1: the host, $2: its code
host_evidence()
{
	local dir=$RUN/$1
	if [ -s "$dir/complaints" ]; then
		echo "--- what the kernel of host $1 complained of:"
		cat "$dir/complaints"
	fi
	if [ -s "$dir/stuck" ]; then
		echo "--- host $1 at the timeout:"
		cat "$dir/stuck"
	fi
	case $2 in
	"$LAB_RC_TIMEOUT" | "$LAB_RC_DIED" | "$LAB_RC_SETUP")
		echo "--- the end of host $1's console:"
		tail -n 40 "$(console_log "$dir")"
		[ ! -e "$dir/console" ] || tail -n 10 "$dir/stderr"
		;;
	esac
}

# The host that failed first tells what went wrong; the other may have failed for it. A kernel's
# complaint outranks everything.
# $1: the code so far, $2: the host it is of, $3: another code, $4: the host that is of
# -> true when the other one counts
outranks()
{
	[ "$3" != 0 ] || return 1
	[ "$1" != 0 ] || return 0
	[ "$1" != "$LAB_RC_COMPLAINT" ] || return 1
	[ "$3" != "$LAB_RC_COMPLAINT" ] || return 0
	[ -e "$RUN/$4/status" ] && [ "$RUN/$4/status" -ot "$RUN/$2/status" ]
}

# -> RC, the lab's exit status
run_judge()
{
	local host first="" CODE WORDS
	RC=0
	for host in $HOST_NAMES; do
		host_judge "$host"
		[ "$CODE" != 0 ] || continue
		say "host $host: $WORDS"
		host_evidence "$host" "$CODE" >&2
		if outranks "$RC" "${first:-$host}" "$CODE" "$host"; then
			RC=$CODE first=$host
		fi
	done
	[ "$RC" = 0 ] || say "FAILED with exit status $RC; all logs: $RUN"
}
