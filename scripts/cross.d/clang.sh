# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Everything by clang. The headers of a kernel that gcc built answer the build system's questions for
# gcc; the answers that Kconfig would give for this clang go to make instead. Only make's: the
# structures must be those of the kernel that loads the module, so autoconf.h stays as it is.

CLANG=$OUT/clang

# $1: a flag that the compiler may or may not know
clang_knows()
{
	clang -Werror "$1" -c -x c /dev/null -o /dev/null 2>/dev/null
}

# 14.0.6 is 140006
clang_version()
{
	clang -dM -E -x c /dev/null | awk '
		$2 == "__clang_major__" { major = $3 }
		$2 == "__clang_minor__" { minor = $3 }
		$2 == "__clang_patchlevel__" { patch = $3 }
		END { print major * 10000 + minor * 100 + patch }'
}

# What make is told, a word a line. Debian's headers set CC themselves, which LLVM=1 alone does not
# change: it would build with gcc and say nothing.
clang_answers()
{
	local version
	version=$(clang_version)
	printf '%s\n' LLVM=1 CC=clang \
		CONFIG_CC_IS_GCC= CONFIG_GCC_VERSION=0 CONFIG_CC_NO_ARRAY_BOUNDS= \
		CONFIG_CC_IS_CLANG=y CONFIG_CLANG_VERSION="$version" \
		CONFIG_AS_IS_GNU= CONFIG_AS_IS_LLVM=y \
		CONFIG_LD_IS_BFD= CONFIG_LD_IS_LLD=y CONFIG_LLD_VERSION="$version" \
		CONFIG_CC_IMPLICIT_FALLTHROUGH=-Wimplicit-fallthrough
	# gcc lists the calls of ftrace itself, clang cannot. objtool would make nops of them, but a
	# kernel built by gcc expects calls in its modules and warns of anything else at load.
	printf '%s\n' CONFIG_FTRACE_MCOUNT_USE_CC= CONFIG_FTRACE_MCOUNT_USE_RECORDMCOUNT=y \
		CONFIG_HAVE_C_RECORDMCOUNT=y
	clang_knows -mfunction-return=thunk-extern || echo CONFIG_RETHUNK=
	clang_knows -mharden-sls=all || echo CONFIG_SLS=
	clang_knows -ftrivial-auto-var-init=zero ||
		printf '%s\n' CONFIG_CC_HAS_AUTO_VAR_INIT_ZERO_BARE= \
			CONFIG_CC_HAS_AUTO_VAR_INIT_ZERO_ENABLER=y
}

clang_build()
{
	local answers
	need clang ld.lld llvm-objcopy
	mapfile -t answers < <(clang_answers)
	kernel_prepare "$KERNEL"
	with_lock "$LAB_TOP/$CLANG/lock.mod" module_quietly "$CLANG/mod" "${answers[@]}"
}

# That it was clang, and that nothing a kernel looks for in a module got lost on the way.
clang_is_right()
{
	local module=$CLANG/mod.out/cmlab.ko compilers sections section
	compilers=$(LC_ALL=C readelf -p .comment "$module" | grep -E '^ *\[')
	must_match compilers "$compilers" "*clang version*"
	[[ $compilers != *GCC* ]] || must_match compilers "$compilers" "no GCC"
	sections=$(LC_ALL=C readelf -SW "$module")
	for section in __mcount_loc __versions .retpoline_sites .orc_unwind __tracepoints; do
		must_match "section $section" "$sections" "* $section *"
	done
	module_field "$module" vermagic
}

clang_programs()
{
	local log=$CLANG/user.log
	with_lock "$CLANG/lock.user" quietly "$log" nice make -s -j"$(nproc)" CC=clang BUILD="$CLANG" \
		USER_WARN="-Wall -Wextra -Werror" user
	if [ -s "$log" ]; then
		cat "$log"
		return 1
	fi
	clang --version | head -n 1
}

clang_command_line()
{
	local script status=0
	for script in tests/user/*.sh; do
		echo "# $script"
		CMLAB_BIN=$LAB_TOP/$CLANG/user bash "$script" || status=1
	done
	return $status
}

clang_connect()
{
	scripts/lab run --kernel "$KERNEL" --no-build --timeout 300 tests/cross/clang.sh
}
