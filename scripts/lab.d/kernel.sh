# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Kernels in the cache. A kernel's directory is named by everything that went into it, and comes to
# its name by one rename when it is complete: an interrupted preparation leaves no half of a kernel.
# What a prepared kernel offers:
#
#   kdir/             the tree to build external modules against
#   image             what is booted: an ELF kernel for QEMU, a program for UML
#   root/lib/modules/ its modules, with siw among them
#   initramfs         QEMU only: busybox and what it takes to mount the host's root

# a short name for what comes in on standard input, comments left out
content_key()
{
	sed '/^[[:space:]]*#/d' | sha256sum | cut -c1-12
}

# The selected kernel's directory -> K_DIR
kernel_locate()
{
	K_DIR=$LAB_CACHE/kernels/$K_NAME-$V_PACKAGES-$("recipe_$K_KIND" | content_key)
}

kernel_make()
{
	local start=$SECONDS tmp=$K_DIR.partial
	[ ! -e "$K_DIR/complete" ] || return 0
	mkdir -p "$tmp"
	"kernel_make_$K_KIND" "$tmp"
	touch "$tmp/complete"
	rm -rf "$K_DIR"
	mv "$tmp" "$K_DIR"
	say "kernel $K_NAME ($V_PACKAGES) is ready after $((SECONDS - start)) s: $K_DIR"
	kernel_drop_unused
}

# What nobody has used for a month was made from a version or configuration of the past.
kernel_drop_unused()
{
	local mark
	find "$LAB_CACHE/kernels" -mindepth 2 -maxdepth 2 -name complete -mtime +30 |
		while read -r mark; do
			rm -rf "${mark%/complete}"
		done
}

# Select, settle and, if need be, make a kernel.
# $1: its name
kernel_prepare()
{
	kernel_select "$1"
	version_select
	kernel_locate
	[ -e "$K_DIR/complete" ] || with_lock "$LAB_CACHE/lock.$K_NAME" kernel_make
	touch "$K_DIR/complete"
}

# Process 1 of every machine, compiled once for what is on this host -> LAB_INIT
init_prepare()
{
	LAB_INIT=$LAB_CACHE/init-$(content_key <"$LAB_D/guest/init.c")
	[ ! -x "$LAB_INIT" ] || return 0
	need gcc
	mkdir -p "$LAB_CACHE"
	gcc -O2 -Wall -Wextra -o "$LAB_INIT.$$" "$LAB_D/guest/init.c"
	mv "$LAB_INIT.$$" "$LAB_INIT"
}
