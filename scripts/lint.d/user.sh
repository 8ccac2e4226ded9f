# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
# shellcheck shell=bash
#
# Checkers of the programs and of the core in userspace.

# make's own dependencies say what is compiled again; see state_open() for what else is considered.
analyzer()
{
	make -s BUILD="$STATE" CC=gcc ANALYZE=1 user 2>&1
}

clang_user()
{
	make -s BUILD="$STATE" CC=clang user 2>&1
}

TIDY_FLAGS=(-std=gnu11 -Iinclude -iquote userspace-peer -D_GNU_SOURCE)

# A file whose text, with all that it includes, was clean with the same checks needs no other look.
# $1: the checks besides those of the configuration; the rest: files
tidy_files()
{
	local checks=$1 file hash
	shift
	for file; do
		hash=$( (echo "$checks" && clang -E -CC "${TIDY_FLAGS[@]}" "$file") | sha256sum)
		hash=$STATE/${hash%% *}
		[ -e "$hash" ] && continue
		clang-tidy --quiet --config-file=scripts/lint.d/clang-tidy --checks="$checks" "$file" -- \
			"${TIDY_FLAGS[@]}" 2>/dev/null && touch "$hash"
	done
}

# The analyzer sees the programs and not the core, which gcc's sees: it would take half a minute and
# knows of the core's callers no more than that they exist.
tidy()
{
	local files core
	mapfile -t files < <(tracked 'userspace-peer/*.c')
	mapfile -t core < <(tracked 'core/*.c')
	tidy_files '' "${files[@]}"
	tidy_files '-clang-analyzer-*' "${core[@]}"
}

# Not the tests' functions: it does not know that a KUNIT_ASSERT does not come back, and that the
# rows' names are used by macros. Not the lab's modules: they have faults, and are built for a kernel.
cppchecks()
{
	tracked 'userspace-peer/*.c' 'core/*.c' 'kunit/*.c' 'tests/conform/*.c' 'scripts/*.c' |
		grep -vE '^(scripts/(lab\.d/selftest|scenarios/late_reader)/.*|kunit/(module|test_.*)\.c)$' |
		cppcheck -q --enable=warning,style,performance,portability -Iinclude -D_GNU_SOURCE \
			'-Dtypeof=__typeof__' --template='{file}:{line}: {severity}: {id}: {message}' \
			--suppressions-list=scripts/lint.d/cppcheck --file-list=- 2>&1
}
