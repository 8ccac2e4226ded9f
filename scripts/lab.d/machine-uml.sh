# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Starts machines of kind uml: processes of this host, their console on standard error, the script's
# output on standard output.
#
# shellcheck disable=SC2054 # the commas belong to the arguments

UML_MEMORY_MB=1024

# UML keeps a machine's memory in a file that it maps executable. It takes /dev/shm by itself when
# TMPDIR is unset; containers often have a small one.
uml_tmpdir()
{
	local free
	free=$(df --output=avail -m /dev/shm 2>/dev/null | tail -n 1)
	[ "${free:-0}" -gt $((HOSTS * UML_MEMORY_MB)) ] || echo "$RUN"
}

# A UML machine is a kernel process and its guests' processes, of which one runs at a time and wakes
# the next: on one CPU that takes two thirds of the time. Which CPU: b is not to have a's, and two
# runs beside each other should have luck.
# $1: the host
uml_cpu()
{
	local offset=$$ range cpus=()
	[ "$1" = a ] || offset=$((offset + 1))
	# as in "0-3,8"
	for range in $(sed -n 's/^Cpus_allowed_list://p' /proc/self/status | tr , ' '); do
		mapfile -t -O "${#cpus[@]}" cpus < <(seq "${range%-*}" "${range#*-}")
	done
	echo "${cpus[offset % ${#cpus[@]}]}"
}

# $1: the host
uml_start()
{
	local host=$1 tmp command cpu
	tmp=$(uml_tmpdir)
	cpu=$(uml_cpu "$host")
	command=(taskset -c "$cpu" env -u TMPDIR ${tmp:+"TMPDIR=$tmp"} "$K_DIR/image"
		"mem=${UML_MEMORY_MB}M" "uml_dir=$SOCKETS/"
		root=/dev/root rootfstype=hostfs rootflags=/ ro
		con=null con0=null,fd:2 con1=null,fd:1
		loglevel=5 log_buf_len=4M dummy.numdummies=0
		# FZPU is what SLUB_DEBUG_ON means; A marks what failslab's cache-filter may hit
		"slub_debug=FZPU;FZPUA,kmalloc-2k,kmalloc-4k,kmalloc-8k"
		# or KASAN reports the first fault of a boot, and no other
		kasan_multi_shot
		"init=$LAB_INIT" "LAB_HOST=$host" "LAB_RUN=$RUN" "LAB_SRC=$LAB_TOP"
		"LAB_ROOT=$K_DIR/root" LAB_SHARE=hostfs LAB_CONSOLE=/dev/tty1)
	[ "$HOSTS" = 1 ] || command+=(
		"vec0:transport=bess,dst=$SOCKETS/rxe.$host,vec=0,mac=$(host_mac rxe "$host")"
		"vec1:transport=bess,dst=$SOCKETS/siw.$host,vec=0,mac=$(host_mac siw "$host")")
	machine_spawn "$host" "${command[@]}"
}

wires_ready()
{
	[ -S "$SOCKETS/siw.b" ]
}

machines_start_uml()
{
	local host
	[ -z "$CPUS" ] || say "--cpus has no effect: a UML machine has one processor"
	if [ "$HOSTS" = 2 ]; then
		need perl
		helper_spawn perl "$LAB_D/uml-wires" "$SOCKETS" ${CAPTURE:+"$CAPTURE"}
		poll_until 10 wires_ready || die "cannot set up the wires between the machines"
	fi
	for host in $HOST_NAMES; do
		uml_start "$host"
	done
}
