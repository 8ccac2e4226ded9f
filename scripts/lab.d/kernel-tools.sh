# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Headers and compiler of a kernel whose packages the host's own system cannot serve (a newer libc, a
# newer compiler): a small chroot of the kernel's suite, beside the kernel in the cache. Its kdir
# enters it, so that building a module is the same command as for every other kernel.

# The packages of the suite's chroot: the headers bring their compiler.
tools_packages()
{
	echo "linux-headers-$V_RELEASE,make"
}

# $1: the kernel's directory while it is not complete
tools_make()
{
	local dir=$1 mirror
	need mmdebstrap
	[ "$(id -u)" = 0 ] || die "the tools of --kernel $K_NAME live in a chroot: run this as root"
	mirror=$(host_mirror "" "$DEBIAN_MIRROR")
	say "making a chroot of Debian's $K_SUITE with its compiler: about half a minute"
	quietly "$dir/tools.log" nice mmdebstrap --mode=root --variant=minbase --keyring="$DEBIAN_KEYS" \
		--aptopt='Acquire::Check-Valid-Until "false"' --aptopt='Acquire::Languages "none"' \
		--include="$(tools_packages)" "$K_SUITE" "$dir/tools" "$mirror"
	install -m 755 "$LAB_D/enter-tools" "$dir/enter-tools"
	tools_kdir "$dir"
}

# A tree to build against that does so in the chroot. Variables of the command line go along in
# MAKEFLAGS; what the chroot's make and compiler are given as files lies at the host's paths.
# $1: the kernel's directory
tools_kdir()
{
	mkdir -p "$1/kdir"
	cat >"$1/kdir/Makefile" <<-END
		goals := \$(or \$(MAKECMDGOALS),modules)
		here := \$(dir \$(realpath \$(lastword \$(MAKEFILE_LIST))))
		.PHONY: \$(goals) pass-on
		\$(goals): pass-on ; @:
		pass-on: ; +@\$(here)../enter-tools make -C /usr/src/linux-headers-$V_RELEASE \$(goals)
	END
	ln -sfn "../tools/usr/src/linux-headers-$V_RELEASE/.config" "$1/kdir/.config"
}
