#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# read.pl DIR once|FILE: reads every file of the module's directory, once or until FILE is there, and
# prints how many reports were read the last time. A file that does not begin with its version is
# wrong. A report may go between being listed and being opened, or while it is read (EIO).

use strict;
use warnings;
use Errno qw(ENOENT EIO);

my ($dir, $until) = @ARGV;
my @files = qw(devices profiles listeners connections events stats);
my ($rounds, $bad) = (0, 0);

sub wrong
{
	print "$_[0]\n" if $bad++ < 20;
}

# -> whether it was there
sub read_one
{
	my ($path, $may_go) = @_;
	my $text = '';
	my $file;
	unless (open($file, '<', $path)) {
		wrong("$path: $!") unless $may_go && $! == ENOENT;
		return 0;
	}
	while (1) {
		my $n = sysread($file, $text, 65536, length $text);
		if (!defined $n) {
			wrong("$path: $!") unless $may_go && $! == EIO;
			return 0;
		}
		last unless $n;
	}
	wrong("$path: begins with " . substr($text, 0, 40)) unless $text =~ /\Aversion: 1\n/;
	return 1;
}

sub reports
{
	opendir(my $d, "$dir/conn") or return wrong("$dir/conn: $!");
	return grep { /^\d+$/ } readdir $d;
}

my $read;
do {
	my @ids = reports();
	$read = 0;
	read_one("$dir/$_", 0) for @files;
	$read += read_one("$dir/conn/$_/report", $until ne 'once') for @ids;
	$rounds++;
	# the writers are to have most of the processor
	select(undef, undef, undef, 0.05) if $until ne 'once';
} until $until eq 'once' || -e $until;

print $until eq 'once' ? "$read\n" : "$rounds rounds, $read reports in the last\n" unless $bad;
exit($bad != 0);
