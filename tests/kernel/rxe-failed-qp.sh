#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# A queue pair that rxe cannot make, for want of memory, is taken down with timers that were never
# set up. Only debug objects tell; the run then ends with their complaint.

set -eu
# shellcheck source=tests/kernel/lib.sh
. tests/kernel/lib.sh

# $1: entries of the send queue
create()
{
	ANSWER=$(timeout "$BOUND" /usr/bin/python3 tests/kernel/rxe-failed-qp.py rxe0 "$1" 2>&1) || :
	note "a queue pair of $1: $ANSWER"
}

timers_complained_of()
{
	[[ $(dmesg) == *ODEBUG*timer_list* ]]
}

create 16
is "a small queue pair is made" "$ANSWER" created
create 1048576
is "for a large one there is no memory" "$ANSWER" "ibv_create_qp: errno 12"
bug "timers that were not set up are deleted" timers_complained_of
finish
