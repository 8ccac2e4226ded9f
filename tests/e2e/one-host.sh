#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Runs scenarios one after the other in one lab machine: $E2E names them, by default all that need one
# host. Each has its own plan; the line before it tells whose it is.

set -eu

E2E=${E2E:-tests/e2e/[0-9]*.sh}
STATUS=0

for file in $E2E; do
	echo "# suite: ${file##*/}"
	start=$SECONDS
	"$file" || STATUS=1
	echo "# ${file##*/} took $((SECONDS - start)) s"
done
exit "$STATUS"
