#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# run-one-host.sh KERNEL first|rest: runs on the host; half of the scenarios of one host, in one machine.
# With E2E_SAMPLE=1 some of them leave out what the debug kernel's run has and no kernel can do otherwise.
# Two emulated processors that share a real one wait for each other's locks: the first half, where one
# handshake follows the other, has one; the storms of the second need two to run into each other.

set -eu

KERNEL=$1
case $2 in
first) CPUS=1 E2E='tests/e2e/[12]*.sh' ;;
rest) CPUS=2 E2E='tests/e2e/[3-9]*.sh' ;;
*) echo "run-one-host.sh: $2: first or rest" >&2 && exit 2 ;;
esac
exec scripts/lab run --no-build --kernel "$KERNEL" --cpus "$CPUS" --timeout 1500 --env "E2E=$E2E" \
	--env "E2E_SAMPLE=${E2E_SAMPLE-}" tests/e2e/one-host.sh
