#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0 OR BSD-2-Clause
#
# write.pl DIR SEED COUNT ADDR SRC PORT: writes COUNT commands to the module's control file, most of
# them spoiled by somebody who knows the grammar, and reads the result of each. Prints what came of
# them. Wrong is: a write without a result, a result that contradicts the write, one that takes longer
# than LIMIT, and counters that are not what was written.

use strict;
use warnings;
use Time::HiRes qw(time);

use constant LIMIT => 20;

my ($dir, $seed, $count, $addr, $src, $port) = @ARGV;
my %n = (ok => 0, failed => 0, refused => 0, lines => 0);
my ($bad, $slowest, $last) = (0, 0, '');

srand($seed);
local $SIG{ALRM} = sub { print "hangs: $last\n"; exit(1) };

sub wrong
{
	print "$_[0]: $last\n" if $bad++ < 20;
}

sub any
{
	return $_[int(rand(@_))];
}

# Numbers at and beyond every bound.
sub number
{
	return any(0 .. 9, 16, 31, 32, 127, 128, 255, 256, 65535, 65536, 2**31 - 1, 2**31, 2**32 - 1, 2**32,
		2**53, '18446744073709551616', '9' x 30, -1, -128, '00', '007', '0x10', '1e3', '1.5', '+1');
}

sub address
{
	return any(($addr) x 6, ($src) x 2, '0.0.0.0', '::', 'fd07::1', 'fd07::99', '::1', '127.0.0.1',
		'10.7.0.99', '224.0.0.1', '255.255.255.255', 'fe80::1', 'fe80::1%lab0', 'fe80::1%nodev',
		'ff02::1', '::ffff:10.7.0.1', '1.2.3', '1.2.3.4.5', '[fd07::1]', 'lab0', '%', ':');
}

sub bytes
{
	return join '', map { sprintf '%02x', rand(256) } 1 .. any(1, 2, 31, 32, 55, 56, 57, 148, 149, 196, 255, 256, 300);
}

my %values = (
	addr => \&address, src => \&address,
	port => sub { any(($port) x 5, $port + 1, $port + 2, number()) },
	count => sub { any(1 .. 4, 8, 65, number()) },
	conn => sub { any('all', 1 .. 20, number()) },
	listener => sub { any('all', 1 .. 20, number()) },
	transitions => sub { any('lab', 'cm', 'la', 'labs', '') },
	handshake => sub { any('header', 'raw', 'heade') },
	decide => sub { any('policy', 'raw', 'strict', '0') },
	ps => sub { any(('tcp') x 5, 'udp', 'ib', 'tcpp') },
	profile => sub { any('portable', 'read-heavy', 'nvme', 'x' x 70, '') },
	ack_timeout_when => sub { any('listener', 'before_route', 'before_handshake', 'established', 'never') },
	min_rnr_timer_when => sub { any('listener', 'before_route', 'before_handshake', 'established') },
	private_data => sub { any('x', 'hello', 'y' x 56, 'y' x 57, 'z' x 300, '=', '==') },
	private_data_hex => sub { any('', '0x', 'f', 'zz', '0x00', bytes()) },
	dev => sub { any(('rxe0') x 4, 'siw0', 'rxe1', '', 'r' x 64) },
	mock => sub { any('off', 'on', '') },
);
my @numbers = qw(responder_resources rr initiator_depth id retry_count retry rnr_retry_count rnr flow
	srq qp_num qpn qkey min_rnr timeout recv_depth strict backlog rr.floor rr.ceiling id.floor id.ceiling
	retry.floor max_qp_rd_atom rd max_qp_init_rd_atom init max_res_rd_atom res);
my @words = (keys %values, @numbers);

sub word
{
	my ($key) = @_;
	return "$key=" . ($values{$key} ? $values{$key}->() : number());
}

sub small
{
	my ($key) = @_;
	return "$key=" . int(rand(16));
}

# Right, or nearly.
my %verbs = (
	listen => sub { ("addr=$addr", 'port=' . ($port + 1 + int(rand(4))), map { small(any(qw(rr id rnr))) } 1 .. rand(2)) },
	unlisten => sub { any("listener=" . (2 + int(rand(60))), "listener=" . (2 + int(rand(60)))) },
	connect => sub {
		("addr=$addr", "port=$port", "src=$src", 'count=' . (1 + int(rand(3))),
			map { small(any(qw(rr id retry))) } 1 .. rand(2))
	},
	disconnect => sub { any('conn=all', 'conn=' . (1 + int(rand(5000)))) },
	limits => sub { ('dev=rxe0', any('rd=4', 'init=2', 'res=900', 'mock=off', 'mock=off')) },
	check => sub { any('listener=1', "listener=" . int(rand(60))) },
);
my @verbs = (('connect') x 3, 'listen', 'unlisten', 'disconnect', 'limits', 'check');

# The mutations: each takes and gives words, the verb first.
my @mutations = (
	sub { push @_, word(any(@words)); @_ },
	sub { splice(@_, 1 + int(rand(@_)), 0, word(any(@words))); @_ },
	sub { $_[int(rand(@_))] = word(any(@words)); @_ },
	sub { splice(@_, int(rand(@_)), 1) if @_ > 1; @_ },
	sub { push @_, $_[int(rand(@_))]; @_ },
	sub { $_[0] = any(keys %verbs, 'conect', 'LISTEN', '', '=', 'listen=', 'x' x 40); @_ },
	sub { my $w = int(rand(@_)); $_[$w] =~ s/=/any('', '==', ' = ', '=-', '= ')/e; @_ },
	sub {
		my $w = int(rand(@_));
		substr($_[$w], int(rand(length($_[$w]) + 1)), int(rand(2)), chr(1 + int(rand(255))));
		@_;
	},
	sub { (@_) x (1 + int(rand(40))) },
	sub { reverse @_ },
	sub { my $w = int(rand(@_)); $_[$w] = substr($_[$w], 0, rand(length $_[$w])); @_ },
	sub { my $w = int(rand(@_)); $_[$w] .= 'A' x any(1, 63, 64, 159, 160, 1023, 1024, 5000); @_ },
);

sub line
{
	my $verb = any(@verbs);
	my @line = ($verb, $verbs{$verb}->());
	my $spoil = any(0, 0, 1, 1, 1, 2, 3, 8);
	# each has an array of its own, which it may change
	@line = $mutations[int(rand(@mutations))]->(map { "$_" } @line) for 1 .. $spoil;
	my $text = join(any((' ') x 8, '  ', "\t"), @line);
	$text =~ tr/\n\0//d;
	# no timer that is longer than the module's own, and nobody who talks to siw
	$text =~ s/timeout_ms=\d+/timeout_ms=150/g;
	$text =~ s/10\.8|fd08/10.9/g;
	return substr($text, 0, 2000);
}

sub counters
{
	open(my $f, '<', "$dir/stats") or die "stats: $!\n";
	my %s = map { /^(\S+): (\d+)$/ ? ($1, $2) : () } <$f>;
	return $s{'commands.done'} + $s{'commands.failed'};
}

# One write and its result. -> ok, failed, or refused when the write did not come so far
sub give
{
	my ($f, $text) = @_;
	$last = substr($text, 0, 300);
	my $begun = time;
	alarm(6 * LIMIT);
	my $n = syswrite($f, $text);
	my $errno = $! + 0;
	sysseek($f, 0, 0);
	my $result = '';
	sysread($f, $result, 65536);
	alarm(0);
	my $took = time - $begun;
	$slowest = $took if $took > $slowest;
	wrong("took $took s") if $took > LIMIT;
	return 'refused' if !defined $n && ($errno == 7 || ($errno == 22 && $text =~ /\0/));
	wrong("wrote $n of " . length $text) if defined $n && $n != length $text;
	my ($what) = $result =~ /\Aversion: 1\nresult: (ok|failed)\n/;
	unless ($what) {
		wrong("no result, errno $errno, but \"$result\"");
		return 'refused';
	}
	if ($what eq 'failed') {
		my ($said) = $result =~ /^errno: -(\d+)$/m;
		wrong("errno " . ($said // 'none') . ", and write() says $errno") if defined $n || ($said // 0) != $errno;
		wrong('no sentence') unless $result =~ /^error: \S/m;
	} elsif (!defined $n) {
		wrong("write() says $errno, and the result is ok");
	}
	return $what;
}

open(my $f, '+<', "$dir/control") or die "control: $!\n";
my $before = counters();
my $begun = time;
my $told = 0;
for my $i (1 .. $count) {
	my @lines = rand() < 0.03 ? map { line() } 1 .. 1 + rand(5) : (line());
	my $text = join("\n", @lines) . any('', "\n", "\n\n");
	my $was = @lines > 1 ? counters() : 0;
	$text .= "\0" if rand() < 0.002;
	$text .= ' ' x 9000 if rand() < 0.002;
	my $what = give($f, $text);
	$n{$what}++;
	my $nonempty = grep { length } @lines;
	if (@lines > 1) {
		my $more = counters() - $was;
		my $good = $what eq 'refused' ? $more == 0 : $what eq 'ok' ? $more == $nonempty : $more >= 1 && $more <= ($nonempty || 1);
		wrong("$more commands counted of $nonempty, $what") unless $good;
		$told += $more;
		$n{lines} += $more;
	} elsif ($what ne 'refused') {
		$told++;
	}
	# what was lost does not add up over days
	give($f, 'limits dev=rxe0 mock=off') eq 'ok' ? $told++ : wrong('mock=off') if $i % 500 == 0;
	if ($i % 200 == 0) {
		# the listeners of the mutants apart from the first, and what stands
		give($f, 'disconnect conn=all') eq 'ok' ? $told++ : wrong('disconnect');
		$what = give($f, "unlisten listener=all");
		$told++ if $what ne 'refused';
		$what = give($f, "listen addr=$addr port=$port");
		$told++ if $what ne 'refused';
		wrong("listen anew: $what") unless $what eq 'ok';
	}
}
my $counted = counters() - $before;
wrong("counted $counted commands, given $told") if $counted != $told;
printf "%d writes: %d ok, %d failed, %d not taken; %d commands counted; %.0f s, the slowest took %.1f s\n",
	$count, $n{ok}, $n{failed}, $n{refused}, $counted, time - $begun, $slowest;
exit($bad != 0);
