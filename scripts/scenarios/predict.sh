# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What the predicted half of a scenario says: a question to cmlab explain, and what the answer must have.

EXPLAIN=${CMLAB_BIN:-$TOP/build/user}/cmlab

predict_begin()
{
	WRONG=0
	ANSWER=$SCRATCH/answer
	[ -x "$EXPLAIN" ] || {
		echo "$EXPLAIN is missing: make user"
		WRONG=1
	}
}

# $1: 0 if it holds, $2: what
note_result()
{
	if [ "$1" = 0 ]; then
		echo "  $2"
	else
		echo "  MISSING: $2"
		WRONG=$((WRONG + 1))
	fi
}

# Asks. $*: options of cmlab explain
explain()
{
	echo "\$ cmlab explain $*"
	if ! "$EXPLAIN" explain "$@" --json >"$ANSWER" 2>"$ANSWER.err"; then
		note_result 1 "an answer: $(<"$ANSWER.err")"
		echo '{"findings":[]}' >"$ANSWER"
	fi
}

# The findings of a number as they are shown. $1: the number
sentences()
{
	jq -r --arg id "$1" '.findings[] | select(.id == $id) | .message + " -> " + .advice' "$ANSWER"
}

# A finding must be there. $1: its number, $2: words of its sentence or advice
finds()
{
	local line
	line=$(sentences "$1" | grep -F -m1 -- "${2-}") || {
		note_result 1 "$1${2:+: ... $2 ...}"
		return
	}
	note_result 0 "$1: $line"
}

# Some finding must have these words. $1: the words
finds_words()
{
	local line
	line=$(jq -r '.findings[] | .id + ": " + .message + " -> " + .advice' "$ANSWER" |
		grep -F -m1 -- "$1") || line=""
	note_result "$([ -n "$line" ] && echo 0 || echo 1)" "${line:-a finding that says: $1}"
}

# The advice is followed, or it is the other case: the finding must be gone. $1: its number
finds_no()
{
	local line
	line=$(sentences "$1" | head -n 1)
	note_result "$([ -z "$line" ] && echo 0 || echo 1)" "no $1${line:+, which says: $line}"
}

# Something of the answer. $1: what it is, $2: jq expression that must be true
shows()
{
	local rc=0
	jq -e "$2" "$ANSWER" >/dev/null 2>&1 || rc=1
	note_result "$rc" "$1 ($2)"
}
