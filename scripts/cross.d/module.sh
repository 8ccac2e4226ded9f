# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The checkout's module by another compiler, in a folder of its own; the lab's way of building it.

# Complaints of objtool and modpost do not end a build, and are said only once. So a build that says a
# word leaves nothing behind: no module for the checks that follow, no objects for the next time.
# $1: the folder for it; the rest: what make is told
module_quietly()
{
	local to=$LAB_TOP/$1 flags
	shift
	flags=$(printf '%s\n' "$@")
	[ "$(cat "$to.flags" 2>/dev/null)" = "$flags" ] || module_drop "$to"
	mkdir -p "${to%/*}"
	echo "$flags" >"$to.flags"
	: >"$to.log"
	STRICT+=("$@")
	# shellcheck disable=SC2064 # the folder as it is called now
	trap "module_drop '$to'" EXIT
	modules_build "$LAB_TOP" "$to" strict Kbuild core kmod include kunit
	[ -z "$(build_words "$to")" ] || return 1
	trap - EXIT
}

# $1: the folder
module_drop()
{
	rm -rf "$1" "$1.stamp" "$1.out"
}

# A field of the module's. $1: the module, $2: the field
module_field()
{
	modinfo -F "$2" "$1"
}

# Says what is not as it must be. $1: what it is about, $2: what is there, $3: a pattern for it
must_match()
{
	# shellcheck disable=SC2053
	if [[ $2 != $3 ]]; then
		echo "$1: $2, expected: $3"
		return 1
	fi
}
