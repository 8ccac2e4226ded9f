# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Starts machines of kind qemu, their console in a file, the script's output on standard output.
#
# shellcheck disable=SC2054 # the commas belong to the arguments

QEMU=qemu-system-x86_64
# how long a machine that only boots and powers off may take with a KVM worth its name
PROBE_SECONDS=6

# what every machine has: the kernel and no device that is not asked for
qemu_base()
{
	COMMAND=("$QEMU" -M q35 -nodefaults -no-user-config -display none -no-reboot
		-kernel "$K_DIR/image" -initrd "$K_DIR/initramfs")
}

# Does a machine that only boots and powers off do so with KVM? Its device says little:
# nested, it may refuse or crawl.
kvm_works()
{
	local log works=0
	[ -w /dev/kvm ] || return 1
	log=$(mktemp "$LAB_CACHE/probe.XXXXXX")
	qemu_base
	COMMAND+=(-accel kvm -cpu host -m 256 -serial "file:$log"
		-append "console=ttyS0 panic=-1 LAB_PROBE=1")
	# in a shell of its own, which keeps the words on a violent end to itself
	(timeout -k 1 "$PROBE_SECONDS" "${COMMAND[@]}" || :) >/dev/null 2>&1 </dev/null
	grep -q "reboot: Power down" "$log" || works=1
	rm -f "$log"
	return "$works"
}

# The accelerator's options -> ACCEL. The probe's answer is good until this host boots again.
accel_select()
{
	local boot file
	read -r boot </proc/sys/kernel/random/boot_id
	file=$LAB_CACHE/accel/$boot
	if [ ! -s "$file" ]; then
		mkdir -p "${file%/*}"
		say "checking whether KVM works here: up to $PROBE_SECONDS s, once per boot"
		if kvm_works; then echo kvm; else echo tcg; fi >"$file.new"
		mv "$file.new" "$file"
	fi
	read -r ACCEL_NAME <"$file"
	case $ACCEL_NAME in
	kvm) ACCEL=(-accel kvm -cpu host) ;;
	*) ACCEL=(-accel tcg,thread=multi -cpu max) ;;
	esac
}

# $1: the wire's name, $2: the host. Host a is the one that listens, and the one that records.
qemu_wire()
{
	local name=$1 host=$2 server=off
	[ "$host" = b ] || server=on
	COMMAND+=(-netdev "stream,id=$name,server=$server,addr.type=unix,addr.path=$SOCKETS/$name"
		-device "virtio-net-pci,netdev=$name,mac=$(host_mac "$name" "$host"),romfile=")
	if [ -n "$CAPTURE" ] && [ "$host" = a ]; then
		COMMAND+=(-object "filter-dump,id=dump-$name,netdev=$name,file=$CAPTURE/$name.pcap")
	fi
}

# $1: the host
qemu_start()
{
	local host=$1 append
	qemu_base
	append="console=ttyS0 loglevel=5 log_buf_len=4M panic=-1 nokaslr dummy.numdummies=0"
	append+=" LAB_HOST=$host LAB_RUN=$RUN LAB_SRC=$LAB_TOP LAB_ROOT=$K_DIR/root LAB_SHARE=9p"
	# port 1 of the only controller of such ports
	append+=" LAB_INIT=$LAB_INIT LAB_CONSOLE=/dev/vport0p1"
	COMMAND+=("${ACCEL[@]}" -smp "${CPUS:-$((HOSTS == 1 ? 2 : 1))}" -m 1024
		-serial "file:$RUN/$host/console"
		-chardev file,id=script,path=/dev/stdout
		-device virtio-serial-pci -device virtserialport,chardev=script
		-fsdev local,id=root,path=/,security_model=none,readonly=on,multidevs=remap
		-device virtio-9p-pci,fsdev=root,mount_tag=root
		-fsdev "local,id=share,path=$RUN,security_model=none"
		-device virtio-9p-pci,fsdev=share,mount_tag=share
		-append "$append")
	if [ "$HOSTS" = 2 ]; then
		qemu_wire rxe "$host"
		qemu_wire siw "$host"
	fi
	machine_spawn "$host" "${COMMAND[@]}"
}

wires_listen()
{
	[ -S "$SOCKETS/siw" ]
}

machines_start_qemu()
{
	need "$QEMU"
	accel_select
	qemu_start a
	[ "$HOSTS" = 2 ] || return 0
	poll_until 10 wires_listen || die "QEMU did not start: $(tail -n 3 "$RUN/a/stderr")"
	qemu_start b
}
