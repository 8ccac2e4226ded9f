# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The debug kernel: User Mode Linux. SUBARCH is needed, or allnoconfig makes a 32-bit kernel.

# The checkers themselves are not what is checked: KASAN in the walker of stacks, in the lock
# validator and in the leak detector would find nothing and double the time of starting a process.
UML_UNCHECKED=(stacktrace extable main lockdep kmemleak debugobjects)

# Bytes that a process's extended registers may take. The kernel has 2696, the size with AVX-512,
# and panics on a host whose CPU has more: 11008 with AMX. Larger than the host's does no harm.
UML_FP_BYTES=12288

# What of this file goes into a kernel, for its key; the number counts changes of the steps below.
recipe_uml()
{
	echo "2 ${UML_UNCHECKED[*]} $UML_FP_BYTES"
	cat "$LAB_D/$K_NAME.config"
}

uml_make()
{
	local unchecked=("${UML_UNCHECKED[@]/#/KASAN_SANITIZE_}")
	nice make -s -C "$tree" O="$tmp/kdir" ARCH=um SUBARCH=x86_64 -j"$(nproc)" \
		"${unchecked[@]/%/.o=n}" "$@"
}

# Every line of the fragment must have survived; an option that the kernel drops quietly (a
# dependency missing, a name changed) would be a net that catches nothing.
# $1: the fragment, $2: the configuration
config_check()
{
	local line lost=""
	while read -r line; do
		case $line in
		CONFIG_*=n) ! grep -q "^${line%=n}=" "$2" || lost+=" $line" ;;
		CONFIG_*) grep -qxF "$line" "$2" || lost+=" $line" ;;
		esac
	done <"$1"
	[ -z "$lost" ] || die "the kernel's configuration dropped:$lost"
}

# $1: the source
registers_widen()
{
	local file=$1/arch/x86/um/user-offsets.c
	sed -i "s/HOST_FP_SIZE, [0-9]*)/HOST_FP_SIZE, $UML_FP_BYTES)/" "$file"
	grep -q "HOST_FP_SIZE, $UML_FP_BYTES)" "$file" ||
		die "$file: the size of the registers is not where it was"
}

# Lets external modules be built against the tree without a word about the architecture.
uml_pass_on()
{
	cat >"$tmp/kdir/GNUmakefile" <<-END
		goals := \$(or \$(MAKECMDGOALS),modules)
		.PHONY: \$(goals) pass-on
		\$(goals): pass-on ; @:
		arch := ARCH=um SUBARCH=x86_64
		pass-on: ; @\$(MAKE) --no-print-directory -f $tree/Makefile \$(arch) \$(goals)
	END
}

# $1: the kernel's directory while it is not complete
kernel_make_uml()
{
	local tmp=$1 tree=$LAB_CACHE/src/linux-$V_PACKAGES fragment=$LAB_D/$K_NAME.config
	need make gcc bc bison flex tar xz
	source_unpack "$tree"
	registers_widen "$tree"
	mkdir -p "$tmp/kdir"
	quietly "$tmp/config.log" uml_make KCONFIG_ALLCONFIG="$fragment" allnoconfig
	config_check "$fragment" "$tmp/kdir/.config"
	say "building the $K_NAME kernel, once: 5 minutes on two idle cores, 10 on busy ones" \
		"(log: $tmp/build.log)"
	quietly "$tmp/build.log" uml_make
	quietly "$tmp/install.log" uml_make INSTALL_MOD_PATH="$tmp/root" modules_install
	uml_pass_on
	find "$tmp/kdir" \( -name '*.o' -o -name '*.a' \) ! -path '*/scripts/*' -delete
	rm -f "$tmp/kdir/"{vmlinux,.tmp_vmlinux*} "$tmp"/root/lib/modules/*/{build,source}
	mv "$tmp/kdir/linux" "$tmp/image"
}

# Unpack the selected kernel's source.
# $1: the directory it comes to
source_unpack()
{
	local tree=$1 archive
	[ ! -d "$tree" ] || return 0
	rm -rf "$tree.partial"
	mkdir -p "$tree.partial"
	archive=$(source_archive "$tree.partial/deb")
	say "unpacking $K_SOURCE $V_PACKAGES: about half a minute"
	tar -xf "$archive" -C "$tree.partial" --strip-components=1
	rm -rf "$tree.partial/deb"
	mv "$tree.partial" "$tree"
}
