# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The core, compiled by other compilers than the host's gcc and run where their code runs. Undefined
# behaviour traps: that needs no library of the other machine's, and ends the program as any failure.
# The programs are static, so that an emulator needs nothing of the other machine.

CORE_FLAGS="-g0 -static -fsanitize=undefined -fsanitize-undefined-trap-on-error"

# $1: a part of scripts/cross, or native -> C_COMPILER, C_RUN and C_FLAGS
core_select()
{
	C_RUN=() C_FLAGS=$CORE_FLAGS
	case $1 in
	native) C_COMPILER=gcc ;;
	# the kernel, too, tells clang not to: gcc is content with a designated row that ends early
	clang) C_COMPILER=clang C_FLAGS+=" -Wno-missing-field-initializers" ;;
	s390x) C_COMPILER=s390x-linux-gnu-gcc C_RUN=(qemu-s390x) ;;
	powerpc) C_COMPILER=powerpc-linux-gnu-gcc C_RUN=(qemu-ppc) ;;
	esac
	need "$C_COMPILER" "${C_RUN[@]}"
	[ "${#C_RUN[@]}" = 0 ] || C_FLAGS+=" -include tests/cross/rounds.h"
}

# $1: a part, $2: core-test or core-bytes
core_build()
{
	with_lock "$OUT/$1/lock" quietly "$OUT/$1/$2.log" nice make -s -j"$(nproc)" \
		-f tests/cross/cross.mk CC="$C_COMPILER" BUILD="$OUT/$1" KUNIT_SAN="$C_FLAGS" \
		"$OUT/$1/user/$2"
}

# $1: a part
core_rows()
{
	core_select "$1"
	core_build "$1" core-test
	"${C_RUN[@]}" "$OUT/$1/user/core-test"
}

# The program's lines. $1: a part, or native
core_bytes_of()
{
	core_select "$1"
	core_build "$1" core-bytes
	"${C_RUN[@]}" "$OUT/$1/user/core-bytes" >"$OUT/$1/bytes"
}

# $1: a part
core_bytes()
{
	local part
	for part in native "$1"; do
		core_bytes_of "$part"
	done
	if ! cmp "$OUT/native/bytes" "$OUT/$1/bytes"; then
		diff "$OUT/native/bytes" "$OUT/$1/bytes" | head -n 8
		return 1
	fi
	echo "$(wc -l <"$OUT/$1/bytes") lines: $(sha256sum <"$OUT/$1/bytes")"
}

# A program gets the division of 64-bit numbers from libgcc, a kernel of 32 bit does not.
# $1: a part of 32 bit
core_divisions()
{
	local found
	core_select "$1"
	core_build "$1" core-bytes
	found=$("${C_COMPILER%gcc}nm" -uA "$OUT/$1"/user/kunit/core/*/*.o)
	if grep -E ' __u?(div|mod|divmod)di[34]$' <<<"$found"; then
		return 1
	fi
	echo "$(grep -c ' U ' <<<"$found") symbols checked"
}
