#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# The ways in: make without a kernel tree, make help, and the set-up where it has nothing to do and
# where it cannot do it.

set -u
# shellcheck source=tests/user/lib.bash
. "$(dirname "${BASH_SOURCE[0]}")/lib.bash"
cd "$TOP" || exit 1

expect "no kernel tree: a sentence" 2 "there is no kernel build tree at /nowhere" \
	make module KDIR=/nowhere
run make help
for target in module user demo check scenarios fuzz lint conformance clean; do
	holds "make help tells of $target" grep -qE "^ *make $target " "$WORK/out"
done
for pair in demo check fuzz lint; do
	holds "make $pair is scripts/$pair" grep -qx "scripts/$pair" <(make -n "$pair")
done
expect "set-up: silent when nothing is missing" 0 "" scripts/setup
holds "set-up: and without output" test ! -s "$WORK/out"

# A machine with bash, what the script itself calls, and no apt.
mkdir "$WORK/bin"
for program in bash sort dirname mktemp rm cat env id; do
	ln -s "$(command -v "$program")" "$WORK/bin/$program"
done
sed 's|^PATH=.*|PATH='"$WORK/bin"'|' scripts/setup >"$WORK/setup"
expect "set-up: no apt, and what is missing" 1 "Please install what brings: " bash "$WORK/setup"
holds "set-up: by Debian's names too" grep -q "qemu-system-x86" "$WORK/err"
holds "every file has its licence" test -s LICENSES/GPL-2.0 -a -s LICENSES/BSD-2-Clause
finish
