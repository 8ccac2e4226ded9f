#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# run-two-hosts.sh KERNEL DIR: runs on the host; two machines talk, and what went over the wire is held
# against what they reported. TAP of both machines and of the comparison; the rest is in DIR.

set -eu

KERNEL=$1 DIR=$2
STATUS=0

rm -rf "$DIR/wire" "$DIR/out"
mkdir -p "$DIR/wire" "$DIR/out"
scripts/lab run --no-build --kernel "$KERNEL" --hosts 2 --timeout 300 --capture "$DIR/wire" \
	--out "$DIR/out" tests/e2e/two-hosts.sh tests/e2e/two-hosts.sh >"$DIR/tap" || STATUS=$?
for host in a b; do
	echo "# suite: tests/e2e/two-hosts.sh on host $host"
	sed -n "s/^$host| //p" "$DIR/tap"
done
echo "# suite: tests/e2e/wire.sh"
bash tests/e2e/wire.sh "$DIR/wire" "$DIR/out" || STATUS=$?
exit "$STATUS"
