# shellcheck shell=sh
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Runs the script on a lab machine, and afterwards collects what the host judges the run by.

TAINT_OUT_OF_TREE=4096
PF_KTHREAD=0x00200000
KMEMLEAK=/sys/kernel/debug/kmemleak
GCOV=/sys/kernel/debug/gcov

# What was going on in a machine of which the script did not end: each program and each kernel
# thread that waits uninterruptibly, with where in the kernel it is.
show_stuck()
{
	for process in /proc/[0-9]*; do
		read -r stat <"$process/stat" || continue
		name=${stat#*(}
		name=${name%)*}
		# state, parent, group, session, terminal, the terminal's group, flags
		# shellcheck disable=SC2086
		set -- ${stat##*) }
		if [ $(($7 & PF_KTHREAD)) -eq 0 ]; then
			name=$(tr '\0' ' ' <"$process/cmdline")
		elif [ "$1" != D ]; then
			continue
		fi
		echo "${process#/proc/} $1 $name"
		sed 's/^/    /' "$process/stack"
	done
}

# Ends the script's process group when its time is over. $1: the process group
watchdog()
{
	sleep "$LAB_TIMEOUT"
	show_stuck >"$RESULT/stuck"
	echo timeout >"$RESULT/status.new"
	kill -s KILL -- "-$1"
}

# The script is the leader of a session of its own, so that all it left behind can be ended with it.
run_script()
{
	echo >"$RESULT/started"
	(
		cd /lab/src 2>/dev/null || cd /
		exec setsid "$RESULT/script" 2>&1
	) &
	script=$!
	watchdog "$script" &
	watchdog=$!
	wait "$script"
	status=$?
	kill "$watchdog"
	[ -e "$RESULT/status.new" ] || echo "$status" >"$RESULT/status.new"
	kill -s KILL -- "-$script" 2>/dev/null
}

# kmemleak looks at an object only when it is 5 s old, and reports it only when two scans found it
# unreferenced with the same content. A third and a fourth are for what the first one still found on
# some stack; a scan takes a tenth of a second. One that was turned off, or has done so itself because
# it had no room for another object, refuses to scan.
scan_for_leaks()
{
	[ -w "$KMEMLEAK" ] || return
	if ! echo scan >"$KMEMLEAK"; then
		echo 0 >"$RESULT/leaks"
		return
	fi
	sleep 5
	for _ in 1 2 3 4; do
		echo scan >"$KMEMLEAK"
	done
	cat "$KMEMLEAK" >"$RESULT/kmemleak"
}

# How often each line of the checkout's modules ran, if they were built to count it; the counters of a
# module that is gone are still there. cp takes what it can read, not what the files' size of 0 says.
take_coverage()
{
	[ ! -d "$GCOV$LAB_SRC" ] || cp -r "$GCOV$LAB_SRC" "$RESULT/gcov"
}

hand_over()
{
	# not with "read": a shell reads byte by byte, and a sysctl answers once
	tainted=$(cat /proc/sys/kernel/tainted)
	# leaks are looked for only where foreign code ran: the wait would double a trivial run
	[ $((tainted & TAINT_OUT_OF_TREE)) -eq 0 ] || scan_for_leaks
	take_coverage
	# "1" as long as the lock validator works
	sed -n 's/^ *debug_locks: *//p' /proc/lockdep_stats >"$RESULT/lockdep"
	cat /proc/sys/kernel/tainted >"$RESULT/tainted"
	dmesg >"$RESULT/dmesg"
	mv "$RESULT/status.new" "$RESULT/status"
}

power_off()
{
	if [ -w /proc/sysrq-trigger ]; then
		echo o >/proc/sysrq-trigger
	else
		busybox poweroff -f
	fi
	# process 1 must not end before the machine does
	while :; do
		sleep 1
	done
}
