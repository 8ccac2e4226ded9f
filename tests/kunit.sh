#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The KUnit suites, in a lab machine: every case of the kernel's log becomes a line of TAP, and as many
# as KUnit's own totals say must have come.

set -eu

LOG=$(mktemp)
COUNT=0
FAILED=0

line()
{
	COUNT=$((COUNT + 1))
	[ "$1" = ok ] || FAILED=$((FAILED + 1))
	echo "$1 $COUNT - $2"
}

dmesg -c >/dev/null
status=0
insmod /lab/cmlab_kunit.ko || status=$?
dmesg | sed 's/^\[ *[0-9.]*\] \{0,1\}//' >"$LOG"

# A case with rows prints them eight columns in, then itself four in; one without, only itself.
awk '
	/^ *# Subtest: / { suite = $NF }
	/^        (not )?ok [0-9]/ { sub(/^ */, ""); rows++; say($0) }
	/^    (not )?ok [0-9]/ { sub(/^ */, ""); if (!rows) say($0); rows = 0 }
	function say(text) {
		good = text !~ /^not /
		sub(/^(not )?ok [0-9]+ -? ?/, "", text)
		print (good ? "ok" : "not") "\t" suite ": " text
	}' "$LOG" >"$LOG.cases"
while IFS=$'\t' read -r good text; do
	case $good in
	ok) line ok "$text" ;;
	*) line "not ok" "$text" ;;
	esac
done <"$LOG.cases"
# a suite of a single case without rows prints no totals
want=$(awk '
	/^# Totals: / { sub(/.*total:/, ""); total = $0 }
	/^(not )?ok [0-9]/ { sum += total == "" ? 1 : total; total = "" }
	END { print sum + 0 }' "$LOG")
if [ "$status" = 0 ] && [ "$want" -gt 0 ] && [ "$want" = "$COUNT" ]; then
	line ok "the module loads, and KUnit counts $want cases too"
else
	line "not ok" "insmod: $status; KUnit counts $want cases, the log has $COUNT"
fi
[ "$FAILED" = 0 ] || grep -E '^ *(#|not ok)' "$LOG" | tail -n 60 | sed 's/^/# /'
rm -f "$LOG" "$LOG.cases"
if rmmod cmlab_kunit; then
	line ok "the module unloads"
else
	line "not ok" "the module does not unload"
fi
echo "1..$COUNT"
[ "$FAILED" = 0 ]
