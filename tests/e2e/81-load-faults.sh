#!/bin/bash
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# Allocations fail while the module is loaded, on the debug kernel: each one that its own start makes,
# in turn. The module is there or it is not, with ENOMEM; what it had begun is undone (the lab looks
# for leaks), and afterwards it loads.

set -eu
# shellcheck source=tests/e2e/pair.sh
. tests/e2e/pair.sh

FAILSLAB=/sys/kernel/debug/failslab

# The kernel makes hundreds of allocations for any module before it starts it. How many, a load tells
# that a bad parameter ends: the module looks at its parameters before all else. Faults count in the
# process that makes the call, so insmod cannot be it.
# Prints: how many allocations the start made, and then for each "ok" or the errno that it ended with
each_load()
{
	perl - /lab/cmlab.ko cmlab <<-'END'
		use strict;
		use warnings;
		use Fcntl;
		require 'syscall.ph';

		my ($file, $name) = @ARGV;
		my $many = 100000;

		# a fault that is left over may hit the opening of the file that ends it
		sub faults
		{
			my ($nth) = @_;
			my ($control, $left);
			for (1 .. 9) {
				last if sysopen($control, '/proc/self/fail-nth', O_RDWR);
			}
			return syswrite($control, $nth) if defined $nth;
			sysread($control, $left, 32);
			return $left + 0;
		}

		# -> errno or 0, and how many allocations were made
		sub load
		{
			my ($params, $nth) = @_;
			open(my $module, '<', $file) or die "$file: $!\n";
			faults($nth);
			my $ret = syscall(&SYS_finit_module, fileno($module), $params, 0);
			my $errno = $ret ? $! + 0 : 0;
			my $made = $nth - faults();
			faults(0);
			syscall(&SYS_delete_module, $name, O_NONBLOCK) == 0 or die "it does not unload: $!\n"
				unless $ret;
			return ($errno, $made);
		}

		# the first load of a module makes more than those after it, and a refused one some at its end
		load('', $many);
		my (undef, $before) = load('history=65537', $many);
		my (undef, $all) = load('', $many);
		print $all - $before, "\n";
		for my $nth ($before - 40 .. $all - 5) {
			my ($errno) = load('', $nth);
			print $errno ? "$errno\n" : "ok\n";
		}
	END
}

loads()
{
	local lines line good=0 refused=0 wrong=()
	case_begin "one allocation of the module's start fails"
	mapfile -t lines < <(each_load 2>&1)
	for line in "${lines[@]:1}"; do
		case $line in
		ok) good=$((good + 1)) ;;
		12) refused=$((refused + 1)) ;;
		*) wrong+=("$line") ;;
		esac
	done
	note "${lines[0]-none} allocations: $good times it was loaded, $refused times it was not"
	verdict "it loads, or says ENOMEM" "${wrong[@]}"
	is "each was tried" "$((good + refused > 20))" 1
	is "some must not fail" "$((refused > 5))" 1
	check_fails "it is not there" module_loaded
}

works_again()
{
	case_begin "afterwards"
	check "the module loads" module_load
	provider_select rxe
	kernel_to_kernel "" ""
	pair_is_right
	check "and unloads" module_unload
}

if [ ! -e "$FAILSLAB/probability" ]; then
	skip "allocations that fail" "this kernel has no fault injection"
	finish
	exit
fi
echo N >"$FAILSLAB/ignore-gfp-wait"
echo 0 >"$FAILSLAB/verbose"
loads
works_again
finish
