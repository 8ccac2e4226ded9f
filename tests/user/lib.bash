# shellcheck shell=bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What the command-line tests share: TAP lines, the programs, and a folder that looks like the module's
# debugfs. CMLAB_BIN names the folder of the programs (build/user, or build/user-sanitize).

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)
BIN=${CMLAB_BIN:-$TOP/build/user}
FIXTURES=$TOP/tests/user/fixtures
WORK=$(mktemp -d)
trap 'rm -rf "$WORK"' EXIT
unset NO_COLOR
export LC_ALL=C CMLAB_DEBUGFS=$WORK/debugfs

PASSED=0 FAILED=0 SKIPPED=0

# $1: 0 if it holds; $2: what
tap()
{
	local n=$((PASSED + FAILED + SKIPPED + 1))
	if [ "$1" -eq 0 ]; then
		PASSED=$((PASSED + 1))
		echo "ok $n - $2"
	else
		FAILED=$((FAILED + 1))
		echo "not ok $n - $2"
	fi
}

# $1: what, $2: why it cannot be tried here
skip()
{
	SKIPPED=$((SKIPPED + 1))
	echo "ok $((PASSED + FAILED + SKIPPED)) - $1 # SKIP $2"
}

finish()
{
	echo "1..$((PASSED + FAILED + SKIPPED))"
	echo "$PASSED passed, $FAILED failed, $SKIPPED skipped"
	[ "$FAILED" -eq 0 ]
}

# Runs a command -> RC, and its output in $WORK/out and $WORK/err.
run()
{
	RC=0
	"$@" >"$WORK/out" 2>"$WORK/err" </dev/null || RC=$?
}

# The evidence of a failure, as TAP comments.
evidence()
{
	echo "# status $RC"
	sed 's/^/# out: /' "$WORK/out" | head -n 40
	sed 's/^/# err: /' "$WORK/err" | head -n 20
}

# $1: what; $2: wanted status; $3: text that standard error must have, empty: none at all;
# the rest: the command
expect()
{
	local what=$1 status=$2 text=$3
	shift 3
	run "$@"
	if [ "$RC" -eq "$status" ] && {
		[ -z "$text" ] || grep -qF -- "$text" "$WORK/err"
	} &&
		{
			[ -n "$text" ] || [ ! -s "$WORK/err" ]
		}; then
		tap 0 "$what"
	else
		tap 1 "$what"
		echo "# wanted status $status and: $text"
		evidence
	fi
}

# Wrong usage of $PROGRAM: status 2. $1: wanted sentence; the rest: arguments
usage()
{
	local text=$1
	shift
	# shellcheck disable=SC2153 # the scripts set it
	expect "$PROGRAM $*: $text" 2 "$PROGRAM: $text" "$BIN/$PROGRAM" "$@"
}

# The same for lines of standard input: arguments|wanted sentence
usages()
{
	local words text
	while IFS='|' read -r words text; do
		# shellcheck disable=SC2086
		usage "$text" $words
	done
}

# $1: what; the rest: a command that says whether it holds
holds()
{
	local what=$1 rc=0
	shift
	"$@" >"$WORK/holds" 2>&1 || rc=1
	tap "$rc" "$what"
	[ "$rc" -eq 0 ] || sed 's/^/# /' "$WORK/holds" | head -n 40
}

# A folder as the module would make it, from recorded files.
debugfs_make()
{
	local name
	rm -rf "$CMLAB_DEBUGFS"
	mkdir -p "$CMLAB_DEBUGFS/conn"
	for name in devices listeners connections profiles events stats; do
		cp "$FIXTURES/$name.txt" "$CMLAB_DEBUGFS/$name"
	done
	for name in "$FIXTURES"/report-*.txt; do
		name=${name##*/report-}
		report_put "${name%.txt}" <"$FIXTURES/report-$name"
	done
	: >"$CMLAB_DEBUGFS/control"
}

# Standard input becomes the report of connection $1.
report_put()
{
	mkdir -p "$CMLAB_DEBUGFS/conn/$1"
	cat >"$CMLAB_DEBUGFS/conn/$1/report"
}

for program in cmlab cmlab-peer; do
	[ -x "$BIN/$program" ] || {
		echo "Bail out! $BIN/$program is not built (make user)"
		exit 1
	}
done
