# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
# shellcheck shell=bash
#
# The kernel's own checkers, out of the source that the lab has unpacked, and builds of the module.

# $1: more types of message to ignore; files on standard input, of which those that were clean
# before are left out. The suppressions:
# LINUX_VERSION_CODE: only kmod/compat.h has it, which is there for it.
# CONSTANT_COMPARISON: KERNEL_VERSION() on the right side is taken for a variable.
# COMPLEX_MACRO, TRAILING_SEMICOLON, MACRO_ARG_REUSE: the X-macro lists and what they are expanded
#   with; a list is no expression, so parentheses around it cannot be.
# LONG_LINE_STRING: a sentence that users see is not split, so that it can be searched for.
# BIT_MACRO: the core has no BIT(); it must build outside the kernel.
checkpatch_files()
{
	local common=LINUX_VERSION_CODE,CONSTANT_COMPARISON,COMPLEX_MACRO,TRAILING_SEMICOLON
	common+=,MACRO_ARG_REUSE,LONG_LINE_STRING,BIT_MACRO
	changed_files "$1" | xargs -r perl "$LINUX/scripts/checkpatch.pl" --no-tree --strict --quiet \
		--show-types --max-line-length=100 --terse --no-summary --ignore "$common$1" -f
}

# PREFER_KERNEL_TYPES, PREFER_DEFINED_ATTRIBUTE_MACRO: the headers that make these names for
#   userspace.
# LONG_LINE in the tables of cases: a row quotes the whole sentence that a user sees.
# PARENTHESIS_ALIGNMENT, OPEN_ENDED_LINE: the layout of TRACE_EVENT in trace.h is that of every trace
#   header of the kernel, which checkpatch knows only below include/trace.
checkpatch()
{
	tracked 'core/*.[ch]' 'kmod/*.[ch]' 'include/*.h' 'kunit/*.[ch]' 'userspace-peer/*.[ch]' 'tests/*.[ch]' |
		grep -vE '^(kmod/trace\.h|include/cmlab/env\.h|kunit/user/.*|kunit/cases_.*)$' |
		grep -vxE 'core/(base/names|symptom/calls)\.c' | checkpatch_files ""
	# tables of every errno that anybody returns
	tracked core/base/names.c core/symptom/calls.c | checkpatch_files ,ENOSYS
	echo kmod/trace.h | checkpatch_files ,PARENTHESIS_ALIGNMENT,OPEN_ENDED_LINE
	tracked include/cmlab/env.h 'kunit/user/*.h' |
		checkpatch_files ,PREFER_KERNEL_TYPES,PREFER_DEFINED_ATTRIBUTE_MACRO
	tracked 'kunit/cases_*' | checkpatch_files ,LONG_LINE,LONG_LINE_COMMENT
}

# 6.1's kernel-doc has no -Wall yet: -v says what is meant by it later, and which files it reads.
kernel_doc()
{
	tracked 'core/*.[ch]' 'kmod/*.[ch]' 'include/cmlab/*.h' 'kunit/*.[ch]' |
		xargs perl "$LINUX/scripts/kernel-doc" -v -none 2>&1 |
		grep -vE ': info: Scanning doc for |^[0-9]+ warnings?$'
	true
}

# The kernel's semantic patches over the module and its tests. As in the kernel's coccicheck each
# brings its own options. What was clean together with the same sources is not looked at again.
coccicheck()
{
	local src=$STATE/src patch name options
	sync_sources "$src" 'core/*.[ch]' 'kmod/*.[ch]' 'include/*.h' 'kunit/*.[ch]'
	rm -rf "$src/kunit/user" "$src/kunit/doc"
	[ -n "$(tracked 'core/*.[ch]' 'kmod/*.[ch]' 'include/*.h' 'kunit/*.[ch]' | changed_files all)" ] || return 0
	forget_files
	find "$LINUX/scripts/coccinelle" -name '*.cocci' | sort | while read -r patch; do
		name=${patch#"$LINUX/scripts/coccinelle/"}
		grep -q "^${name%.cocci}"$'\t' scripts/lint.d/coccinelle && continue
		options=$(sed -n 's|^// *Options:||p' "$patch" | tr '\n' ' ')
		# shellcheck disable=SC2086 # several words
		(cd "$src" && spatch -D report --no-show-diff --very-quiet --cocci-file "$patch" $options \
			-I include -I "$LINUX/include" --dir . </dev/null 2>../err) && continue
		echo "$name:"
		cat "$STATE/err"
	done
}

# The kernel's build system tracks what has to be compiled again, the flags too; state_open() does
# the rest. $1: the kernel of the lab; the rest: arguments for make
module_build()
{
	local kdir dir=$STATE/module
	kdir=$(scripts/lab kdir --kernel "$1" 2>/dev/null) || return 1
	shift
	sync_sources "$dir" Kbuild 'core/*' 'kmod/*' 'include/*' 'kunit/*'
	make -s -j2 -C "$kdir" M="$TOP/$dir" "$@" modules 2>&1 |
		grep -vE '^make(\[[0-9]+\])?: |Skipping BTF generation|was built by|You are using:|kernel was built by'
	[ -e "$dir/cmlab.ko" ]
}

# One build for both. sparse of Debian 12 does not know some of the attributes in the kernel's own
# headers, so only what is said of our files counts.
module_sparse()
{
	module_build 6.1 W=1 C=1 CF=-D__CHECK_ENDIAN__ | grep -E '(core|kmod|include/cmlab|kunit)/.*: '
	[ -e "$STATE/module/cmlab.ko" ]
}

module_debug()
{
	module_build debug W=1
}

# As a second opinion on the sources only: objtool's complaints about the objects are about flags
# that clang does not have and gcc, which built this kernel, does.
module_clang()
{
	module_build 6.1 W=1 CC="$TOP/scripts/lint.d/clang" | grep -E '\.[ch]:[0-9:]+ (warning|error):'
	[ -e "$STATE/module/cmlab.ko" ]
}
