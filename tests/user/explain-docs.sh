#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# What the documents say is what the programs do: every line of docs/fields.md that can be run, every
# number of docs/profiles.md, and docs/findings.md as a whole.

set -eu
# shellcheck source=tests/user/lib.bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.bash"

PATH=$BIN:$PATH

# $1: the line as the document has it, $2: what it claims to print
try()
{
	local got
	got=$(eval "$1" 2>&1) || true
	if [ "$got" = "$2" ]; then
		tap 0 "fields.md: ${1#cmlab explain }"
	else
		tap 1 "fields.md: ${1#cmlab explain }"
		echo "# claimed: $2"
		echo "# printed: $got"
	fi
}

command='' claimed='' inside=0 lines=0
while IFS= read -r line; do
	case $line in
	'```') inside=$((1 - inside)) ;;
	'$ cmlab explain '*) ;;
	*)
		[ -z "$command" ] || claimed=$claimed$line
		continue
		;;
	esac
	[ -z "$command" ] || try "$command" "$claimed"
	command='' claimed=''
	case $line in
	'$ '*)
		command=${line#\$ }
		lines=$((lines + 1))
		;;
	esac
done <"$TOP/docs/fields.md"
holds "fields.md: the lines were found, and each block is closed" test "$lines" -ge 45 -a "$inside" -eq 0

# No section without a line that shows it.
sections()
{
	awk '/^## / { if (name && !seen) print name; name = $0; seen = 0 }
		/^\$ cmlab explain/ { seen = 1 }
		END { if (name && !seen) print name }' "$TOP/docs/fields.md"
}
holds "fields.md: every section has its line" test -z "$(sections)"

# "| portable | initiator_depth | 0 | 4 | 16 | why |" for every field of every profile, and no other
"$BIN/cmlab" explain --list-profiles --json | jq -r '.profiles[] | .name as $p | .fields | to_entries[] |
	"\($p) \(.key) \(.value.floor) \(.value.target) \(.value.ceiling)"' | sort >"$WORK/code"
awk -F' *[|] *' '/^[|] [a-z-]+ [|] [a-z_]+ [|] [0-9]+ [|]/ { print $2, $3, $4, $5, $6 }' \
	"$TOP/docs/profiles.md" | sort >"$WORK/doc"
holds "profiles.md: the numbers are the code's" diff "$WORK/code" "$WORK/doc"
"$BIN/cmlab" explain --list-profiles --json | jq -r '.profiles[] | "\(.name) \(.recv_depth)"' |
	sort >"$WORK/code"
awk -F' *[|] *' '/^[|] [a-z-]+ [|] receives [|]/ { print $2, $5 }' "$TOP/docs/profiles.md" | sort >"$WORK/doc"
holds "profiles.md: the receives are the code's" diff "$WORK/code" "$WORK/doc"

# The folder as make knows it from elsewhere: what depends on what is noted by these names.
if make -s -C "$TOP" -f kunit/user.mk build/user/findings-doc >"$WORK/make" 2>&1; then
	"$TOP/build/user/findings-doc" >"$WORK/findings.md"
	holds "findings.md: as make docs makes it" diff "$TOP/docs/findings.md" "$WORK/findings.md"
else
	tap 1 "findings.md: as make docs makes it"
	sed 's/^/# /' "$WORK/make"
fi

finish
