# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What a test says: TAP on standard output, the plan at the end. A script that ends before it calls
# finish leaves no plan, and whoever reads its output counts that as a failure.
#
# A test script is "set -eu": a command that fails outside of a check ends it.

TAP_COUNT=0
TAP_FAILED=0
TAP_CASE=""
TAP_EVIDENCE=""
TAP_ENDED=0

# Prints what helps to understand a failure of this case; scenarios replace it.
evidence()
{
	:
}

# Everything that follows belongs to this case. $*: its title
case_begin()
{
	TAP_CASE=$*
	TAP_EVIDENCE=wanted
}

# $1: ok or "not ok", $2: description, which must not look like a directive, $3: a directive, if any
tap_line()
{
	local text=${TAP_CASE:+$TAP_CASE: }$2
	TAP_COUNT=$((TAP_COUNT + 1))
	printf '%s %d - %s%s\n' "$1" "$TAP_COUNT" "${text//#/}" "${3:+ # $3}"
}

# Lines for people, which TAP readers pass over. $*: text, with line breaks or not
note()
{
	local text=$*
	printf '# %s\n' "${text//$'\n'/$'\n'# }"
}

# The verdict of one check: good unless something is said to be wrong.
# $1: description; the rest: what is wrong, empty words apart
verdict()
{
	local desc=$1 wrong=() word
	shift
	for word; do
		[ -z "$word" ] || wrong+=("$word")
	done
	if [ "${#wrong[@]}" = 0 ]; then
		tap_line ok "$desc"
		return
	fi
	TAP_FAILED=$((TAP_FAILED + 1))
	tap_line "not ok" "$desc"
	for word in "${wrong[@]}"; do
		note "  $word"
	done
	evidence_once
}

# The evidence of a case once, however many of its checks fail.
evidence_once()
{
	[ -n "$TAP_EVIDENCE" ] || return 0
	TAP_EVIDENCE=""
	evidence 2>&1 | while IFS= read -r line; do
		note "    $line"
	done
}

# $1: description; the rest: a command that must succeed
check()
{
	local desc=$1 status=0
	shift
	"$@" || status=$?
	if [ "$status" = 0 ]; then
		verdict "$desc"
	else
		verdict "$desc" "$*: status $status"
	fi
}

# $1: description; the rest: a command that must fail
check_fails()
{
	local desc=$1
	shift
	if "$@"; then
		verdict "$desc" "$* succeeded"
	else
		verdict "$desc"
	fi
}

# $1: description, $2: what is there, $3: what must be there
is()
{
	if [ "$2" = "$3" ]; then
		verdict "$1"
	else
		verdict "$1" "is:     $2" "wanted: $3"
	fi
}

# $1: description, $2: what is there, $3: a pattern (as in case) that it must match
like()
{
	# shellcheck disable=SC2053
	if [[ $2 == $3 ]]; then
		verdict "$1"
	else
		verdict "$1" "is:     $2" "wanted: $3"
	fi
}

# A check that is not possible here. $1: description, $2: the reason
skip()
{
	tap_line ok "$1" "SKIP $2"
}

# The plan; the last thing a test script does.
finish()
{
	TAP_CASE=""
	# shellcheck disable=SC2034
	TAP_ENDED=1
	echo "1..$TAP_COUNT"
	[ "$TAP_FAILED" = 0 ]
}
