# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# One run: a directory that the machines share with the host, the machines, and a bound on each
# stage of their lives. What the run was worth is judge.sh's.

# stages that the script's own timeout does not cover, in seconds
BOOT_BOUND=120
FINISH_BOUND=90
LOGS_KEPT=60

# $1: the bound in seconds; the rest: the condition
poll_until()
{
	local end=$((SECONDS + $1))
	shift
	until "$@"; do
		[ "$SECONDS" -le "$end" ] || return 1
		tick
	done
}

# a twentieth of a second without a process of its own
tick()
{
	read -rt 0.05 -u "$IDLE_FD" || :
}

# $1: the wire, $2: the host
host_mac()
{
	local wire=07 number=01
	[ "$1" = rxe ] || wire=08
	[ "$2" = a ] || number=02
	echo "52:54:00:$wire:00:$number"
}

# Starts a machine: its standard output, prefixed when there are two, is the lab's.
# $1: the host; the rest: the command
machine_spawn()
{
	local host=$1 dir=$RUN/$1 filter=(cat)
	shift
	[ "$HOSTS" = 1 ] || filter=(sed -u "s/^/$host| /")
	mkfifo "$dir/pipe"
	"${filter[@]}" <"$dir/pipe" &
	FILTER_PIDS+=("$!")
	setsid setpriv --pdeathsig KILL "$@" >"$dir/pipe" 2>"$dir/stderr" </dev/null &
	MACHINE_PID[$host]=$!
	# or the shell would tell of a machine's violent end in words of its own
	disown
}

# Starts a process that serves the machines. $@: the command
helper_spawn()
{
	setsid setpriv --pdeathsig KILL "$@" >"$RUN/helper" 2>&1 </dev/null &
	HELPER_PIDS+=("$!")
}

# A machine is the leader of its process group; nothing of it may outlive it.
# $1: the host
machine_kill()
{
	kill -KILL -- "-${MACHINE_PID[$1]}" 2>/dev/null || :
}

run_cleanup()
{
	local host pid
	for host in "${!MACHINE_PID[@]}"; do
		machine_kill "$host"
	done
	for pid in "${HELPER_PIDS[@]}"; do
		kill -KILL -- "-$pid" 2>/dev/null || :
	done
	wait 2>/dev/null
	rm -rf "$SOCKETS"
}

# The run's directory -> RUN, and a short one for sockets, whose paths must be short -> SOCKETS
run_create()
{
	local logs=$LAB_TOP/build/lab-logs name=${SCRIPTS[0]##*/}
	mkdir -p "$logs"
	RUN=$(mktemp -d "$logs/$(date +%Y%m%d-%H%M%S)-$K_NAME-${name%.sh}.XXXX")
	SOCKETS=$(mktemp -d /tmp/cmlab.XXXXXX)
	chmod 755 "$RUN"
	mkdir "$RUN/sync" "$RUN/out" "$RUN/files"
	cp -r "$LAB_D/guest" "$RUN/"
	# links: a build that goes on meanwhile replaces its modules, it does not rewrite them
	[ ! -d "$FILES" ] ||
		find "$FILES" -maxdepth 1 -type f ! -name '.*' -exec ln -t "$RUN/files" {} +
	[ "${#WITH[@]}" = 0 ] || cp --remove-destination "${WITH[@]}" "$RUN/files/"
	find "$logs" -mindepth 1 -maxdepth 1 -printf '%T@ %p\n' | sort -rn |
		sed "1,${LOGS_KEPT}d;s/^[^ ]* //" | xargs -r -d '\n' rm -rf
}

# One assignment for the guest's shell, which may be any
# $1: the name, $2: the value
env_line()
{
	printf "export %s='%s'\n" "$1" "${2//\'/\'\\\'\'}"
}

run_env()
{
	local pair
	env_line LAB_HOSTS "$HOSTS"
	env_line LAB_KERNEL "$K_NAME"
	env_line LAB_TIMEOUT "$TIMEOUT"
	for pair in "${ENVIRONMENT[@]}"; do
		env_line "${pair%%=*}" "${pair#*=}"
	done
}

run_scripts()
{
	local host index=0
	for host in $HOST_NAMES; do
		mkdir "$RUN/$host"
		cp "${SCRIPTS[index]}" "$RUN/$host/script"
		chmod 755 "$RUN/$host/script"
		index=$((index + 1))
	done
}

machine_alive()
{
	kill -0 "${MACHINE_PID[$1]}" 2>/dev/null
}

# Waits for a machine's end, at most as long as its stages may take. The guest ends a script that
# takes too long by itself; here the guest is given up when it does not.
# $1: the host
machine_wait()
{
	local host=$1 end=$((SECONDS + BOOT_BOUND)) started=""
	while machine_alive "$host"; do
		if [ -z "$started" ] && [ -e "$RUN/$host/started" ]; then
			started=1
			end=$((SECONDS + TIMEOUT + FINISH_BOUND))
		fi
		if [ "$SECONDS" -gt "$end" ]; then
			: >"$RUN/$host/hung"
			break
		fi
		tick
	done
	machine_kill "$host"
}

# The selected kernel boots, the scripts run.
run_machines()
{
	local host
	declare -gA MACHINE_PID=()
	FILTER_PIDS=() HELPER_PIDS=()
	exec {IDLE_FD}<> <(:)
	trap run_cleanup EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM HUP
	"machines_start_$K_KIND"
	for host in $HOST_NAMES; do
		machine_wait "$host"
	done
	wait "${FILTER_PIDS[@]}"
}
