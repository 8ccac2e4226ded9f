#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# docs/claims.md: every command of it runs here, and its output has what the document says it shows. A
# claim without a command, or a command without what it shows, is a failure; "Shown on a live kernel by"
# names a script of the tree, and what stands in it.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

DOC=$TOP/docs/claims.md
# as many as the list of claims began with
LEAST=20

# Words without what makes lines of them, so that a sentence is found however it is wrapped.
# stdin -> stdout
words()
{
	tr -s ' \n' ' '
}

# $1: what the output must have, which $COMMAND made
shown()
{
	if words <"$WORK/out" | grep -qF -- "$1"; then
		tap 0 "$CLAIM: $1"
	else
		tap 1 "$CLAIM: $1"
		echo "# \$ $COMMAND"
		evidence
	fi
}

# $1: a line "$ cmlab explain ..."
command_run()
{
	local argv
	command_over
	COMMAND=$1
	read -ra argv <<<"$1"
	run "$BIN/cmlab" "${argv[@]:1}"
	[ "$RC" -eq 0 ] || {
		tap 1 "$CLAIM: $COMMAND"
		evidence
	}
	SHOWS=0
	COMMANDS=$((COMMANDS + 1))
}

# The command before showed something.
command_over()
{
	[ -z "$COMMAND" ] || [ "$SHOWS" -gt 0 ] || tap 1 "$CLAIM: says what shows: $COMMAND"
	COMMAND=""
}

claim_over()
{
	[ -n "$CLAIM" ] || return 0
	command_over
	[ "$COMMANDS" -gt 0 ] || tap 1 "$CLAIM: a command or a test shows it"
	[ "$VERDICT" = 1 ] || tap 1 "$CLAIM: a verdict comes first"
	[ "$SOURCE" = 1 ] || tap 1 "$CLAIM: names its place in the source"
}

claim_begin()
{
	claim_over
	CLAIM=$1 COMMANDS=0 VERDICT=0 SOURCE=0
	CLAIMS=$((CLAIMS + 1))
}

# "Shown on a live kernel by FILE: `TEXT`". $1: the rest of that line
elsewhere()
{
	local file=${1%%:*} text=${1#*\`}
	text=${text%\`*}
	holds "$CLAIM: $file has $text" grep -qF -- "$text" "$TOP/$file"
	COMMANDS=$((COMMANDS + 1))
}

CLAIM="" COMMAND="" CLAIMS=0
while IFS= read -r line; do
	case $line in
	'### '*) claim_begin "${line#'### '}" ;;
	'    $ cmlab explain '*) command_run "${line#'    $ '}" ;;
	'    $ '*) tap 1 "$CLAIM: not a command of cmlab explain: $line" ;;
	'    shows: '*)
		SHOWS=$((SHOWS + 1))
		shown "${line#'    shows: '}"
		;;
	'Shown on a live kernel by '*) elsewhere "${line#'Shown on a live kernel by '}" ;;
	'**'*) VERDICT=1 ;;
	esac
	[[ ! $line =~ [a-z0-9_]\.[ch]:[0-9] ]] || SOURCE=1
done <"$DOC"
claim_over
holds "claims: at least $LEAST" test "$CLAIMS" -ge "$LEAST"
finish
