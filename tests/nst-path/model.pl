#!/usr/bin/perl
# SPDX-License-Identifier: MIT
# Random programs whose critical path is known: usage: model.pl FIRST LAST. Each seed is a program of one or two
# threads that launch kernels and blocking copies on streams, record events, wait for them on streams and on the host,
# synchronise, and wake each other. It is run by its rules, in which all delays are edges of a graph. All paths of this
# graph to the last event are tried; the longest is the critical path. nst-path must partition the span, mark the GPU
# work of this path and no other, and give the same time to work and to synchronisation.
use strict;
use warnings;
use JSON::PP;

my ($first, $last, $replay) = @ARGV;
# How the program is changed: half of the time for kernels with an odd number, no synchronisation with the device, a limit of
# the time of launches.
my %change;
my $tmp = $ENV{tmp};
my $failed = 0;
my %shapes;

# The graph: nodes with their times, and the edges that lead to each: [node, weight, what].
my (@time, @into, @edges);

sub node {
	my ($at, @from) = @_;
	push @time, $at;
	push @into, [@from];
	return $#time;
}

# Makes a node whose time is the latest of its edges.
sub latest {
	my $at = 0;
	for (@_) { my $t = $time[$_->[0]] + $_->[1]; $at = $t if $t > $at }
	return node($at, @_);
}

# All paths to a node, tried one by one: the longest, as [length, [edges]].
sub longest {
	my ($node) = @_;
	return [0, []] unless @{$into[$node]};
	my $best;
	for my $edge (@{$into[$node]}) {
		my $path = longest($edge->[0]);
		my $length = $path->[0] + $edge->[1];
		$best = [$length, [@{$path->[1]}, $edge]] if !$best || $length > $best->[0];
	}
	return $best;
}

sub program {
	my ($seed) = @_;
	srand($seed);
	@time = @into = ();
	my $threads = 1 + int(rand(2));
	$threads = 1 if $replay;
	my (@events, @work, @now, @left, %signal, %streams, @recorded, $corr);
	my $big = sub { 1 + int(rand(1000000)) };
	for my $t (0 .. $threads - 1) { $now[$t] = node(0); $left[$t] = 3 + int(rand(9)) }
	my $sync = 0;
	while (grep { $_ > 0 } @left) {
		my ($t) = sort { $time[$now[$a]] <=> $time[$now[$b]] } grep { $left[$_] > 0 } 0 .. $threads - 1;
		my $tid = 10 + $t;
		$left[$t]--;
		my $start = $time[$now[$t]];
		# of each thread its own streams: the order of launches is that of the thread
		my $stream = 7 + 10 * $t + int(rand(2));
		my $what = rand();
		$what = 0.1 if $left[$t] == 0 && !grep { $_->{tid} == $tid } @work;
		my %call = (ts => $start, type => 'cuda-api', pid => 1, tid => $tid, corr => ++$corr);
		if ($what < 0.4) {
			my $dur = $big->();
			$dur = $change{launch} if $change{launch} && $dur > $change{launch};
			my $end = node($start + $dur, [$now[$t], $dur, 'host']);
			my @before = ([$end, 0, 'launch']);
			push @before, [$_, 0, 'stream'] for grep { defined } $streams{$stream}{last}, @{$streams{$stream}{waits} || []};
			my $begin = latest(@before);
			my $length = 4 * $big->();
			$length /= 2 if $change{half} && $corr % 2;
			my $done = node($time[$begin] + $length, [$begin, $length, "work $corr"]);
			push @events, { %call, dur => $dur, name => 'cudaLaunchKernel' };
			push @work, { end => $done, stream => $stream, tid => $tid, launch => $start, corr => $corr, e => { ts => $time[$begin], dur => $length, type => 'kernel', name => "k$corr", pid => 1, device => 0, context => 1, stream => $stream, corr => $corr, launch => { ts => $start, dur => $dur, tid => $tid, name => 'cudaLaunchKernel' } } };
			$streams{$stream} = { last => $done };
			$now[$t] = $end;
		} elsif ($what < 0.5) {
			# a blocking copy: the call returns after it
			my ($length, $return) = (3 * $big->(), 1 + int(rand(1000)));
			my @before = ([$now[$t], 0, 'launch']);
			push @before, [$_, 0, 'stream'] for grep { defined } $streams{$stream}{last}, @{$streams{$stream}{waits} || []};
			my $begin = latest(@before);
			my $done = node($time[$begin] + $length, [$begin, $length, "work $corr"]);
			my $end = node($time[$done] + $return, [$done, $return, 'sync']);
			my $dur = $time[$end] - $start;
			push @events, { %call, dur => $dur, name => 'cudaMemcpy' };
			push @work, { end => $done, stream => $stream, tid => $tid, launch => $start, corr => $corr, e => { ts => $time[$begin], dur => $length, type => 'memcpy', name => "Memcpy Host-to-Device", pid => 1, device => 0, context => 1, stream => $stream, corr => $corr, launch => { ts => $start, dur => $dur, tid => $tid, name => 'cudaMemcpy' } } };
			$streams{$stream} = { last => $done };
			$now[$t] = $end;
		} elsif ($what < 0.6) {
			my ($source) = grep { $_->{stream} != $stream && $_->{tid} == $tid } reverse @work;
			my $dur = 1 + int(rand(1000));
			$now[$t] = node($start + $dur, [$now[$t], $dur, 'host']);
			if (!$source || $source->{end} != $streams{$source->{stream}}{last}) {
				push @events, { %call, dur => $dur, name => 'cudaEventQuery' };
				next;
			}
			$sync++;
			push @events, { %call, dur => $dur, name => 'cudaStreamWaitEvent' };
			push @events, { ts => $start, type => 'cuda-event', name => 'Event 1', pid => 1, device => 0, context => 1, stream => $source->{stream}, args => { event => 1, event_sync => $sync, clock => 'call' } };
			push @events, { ts => $start, dur => $dur, type => 'cuda-sync', name => 'Stream wait event', pid => 1, device => 0, context => 1, stream => $stream, corr => $corr, args => { event => 1, event_sync => $sync } };
			push @{$streams{$stream}{waits}}, $source->{end};
		} elsif ($what < 0.85) {
			# a wait of the host: for the device, a stream, or an event on it
			my $kind = int(rand(4));
			my @scope = grep { $_->{launch} < $start && ($kind == 0 || $kind == 3 || $_->{stream} == $stream) } @work;
			my $own = 1 + int(rand(1000));
			my $removed = $change{remove} && $kind == 0;
			$own = 0, @scope = () if $removed;
			my $end = latest([$now[$t], $own, 'host'], map { [$_->{end}, $own, 'sync'] } @scope);
			my $dur = $time[$end] - $start;
			push @events, { %call, dur => $dur, name => ('cudaDeviceSynchronize', 'cudaStreamSynchronize', 'cudaEventSynchronize', 'cudaFree')[$kind] };
			my %record = (ts => $start, dur => $dur, type => 'cuda-sync', pid => 1, device => 0, context => 1, corr => $corr);
			push @events, { %record, name => 'Context synchronize' } if $kind == 0;
			push @events, { %record, name => 'Stream synchronize', stream => $stream } if $kind == 1;
			if ($kind == 2) {
				$sync++;
				push @events, { ts => $start, type => 'cuda-event', name => 'Event 2', pid => 1, device => 0, context => 1, stream => $stream, args => { event => 2, event_sync => $sync, clock => 'call' } };
				push @events, { %record, name => 'Event synchronize', stream => $stream, args => { event => 2, event_sync => $sync } };
			}
			$now[$t] = $end;
		} elsif ($what < 0.92 && $threads == 2 && !$signal{done}) {
			# the other thread waits, and this one signals, if it comes later
			my $other = 1 - $t;
			my $dur = 1 + int(rand(1000));
			my $call = int(rand(2));
			my $waits = $now[$other];
			next if $time[$waits] <= $start + $dur || $left[$other] == 0;
			$signal{done} = 1;
			my $begins = $start;
			push @events, { %call, type => 'osrt', dur => $time[$waits] - $start + $dur, name => ('pthread_cond_wait', 'sem_wait')[$call] };
			delete $events[-1]{corr};
			push @events, { ts => $time[$waits], dur => $dur, type => 'osrt', name => ('pthread_cond_signal', 'sem_post')[$call], pid => 1, tid => 10 + $other };
			my $end = node($time[$waits] + $dur, [$waits, $dur, 'sync']);
			$now[$other] = node($time[$waits] + $dur, [$waits, $dur, 'host']);
			$now[$t] = $end;
		} else {
			my $dur = $big->();
			push @events, { ts => $start, dur => $dur, type => 'nvtx', name => 'code', pid => 1, tid => $tid };
			$now[$t] = node($start + $dur, [$now[$t], $dur, 'host']);
		}
	}
	push @events, map { $_->{e} } @work;
	my ($end) = sort { $time[$b] <=> $time[$a] } @now, map { $_->{end} } @work;
	@events = sort { $a->{ts} <=> $b->{ts} || ($b->{dur} // 0) <=> ($a->{dur} // 0) } @events;
	return (\@events, $end);
}

for my $seed ($first .. $last) {
	my ($events, $end) = program($seed);
	my $json = JSON::PP->new->canonical;
	open my $out, '>', "$tmp/model.nd" or die;
	print $out '{"ts":0,"type":"stream","format":1,"linked":true}', "\n";
	for my $e (@$events) {
		my $line = $json->encode($e);
		print $out "$line\n";
	}
	print $out sprintf('{"ts":%d,"type":"end","events":%d}', $events->[-1]{ts}, scalar @$events), "\n";
	close $out;
	if ($replay) {
		my ($was, %got) = $time[$end];
		for (['half', 1, "--scale 'k[0-9]*[13579]\$=0.5'"], ['launch', 2000, '--launch 2us'], ['remove', 1, '--remove cudaDeviceSynchronize'], ['none', 0, '--launch 1s']) {
			my ($what, $value, $option) = @$_;
			%change = ($what => $value);
			my (undef, $changed) = program($seed);
			%change = ();
			my $said = `nst-replay --json $option $tmp/model.nd 2>/dev/null`;
			my ($before, $after) = $said =~ /"before":(\d+),"after":(\d+),"saved":-?\d+,"unchanged":\1,"error":0.000000/;
			next if defined $after && $before == $was && $after == $time[$changed];
			$failed++;
			print STDERR "# seed $seed: $option: wanted $was and $time[$changed], not $said\n";
		}
		next;
	}
	my $path = longest($end);
	my (%want, %got);
	$want{$_->[2]} += $_->[1] for @{$path->[1]};
	my (%critical, @bad);
	my $at = 0;
	open my $in, '-|', "nst-path $tmp/model.nd 2>$tmp/model.err" or die;
	while (<$in>) {
		my $e = decode_json($_);
		$critical{"work $e->{corr}"} = $e->{dur} if $e->{critical} && $e->{type} =~ /^(kernel|memcpy)$/;
		next unless $e->{type} eq 'path';
		push @bad, "a gap or overlap at $e->{ts}" if $e->{ts} != $at;
		$at = $e->{ts} + $e->{dur};
		my $kind = $e->{args}{kind};
		$kind = 'work' if $kind =~ /^(kernel|copy)$/;
		$kind = 'host' if $kind =~ /^host/;
		$got{$kind} += $e->{dur};
	}
	close $in;
	push @bad, 'status' if $?;
	push @bad, 'a message: ' . `cat $tmp/model.err` if -s "$tmp/model.err";
	push @bad, "it ends at $at, not $time[$end]" if $at != $time[$end];
	push @bad, "the longest path is $path->[0], not $time[$end]" if $path->[0] != $time[$end];
	my @work = sort grep { /^work/ } keys %want;
	push @bad, "marked: @{[sort keys %critical]}; wanted: @work" if "@work" ne "@{[sort keys %critical]}";
	for (['sync', 'synchronisation'], ['host', 'host']) {
		my ($w, $g) = ($want{$_->[0]} || 0, $got{$_->[1]} || 0);
		push @bad, "$_->[1]: $g, not $w" if $w != $g;
	}
	$shapes{scalar(@work)}++;
	if (@bad) {
		$failed++;
		print STDERR "# seed $seed: $_\n" for @bad;
	}
}
print STDERR "# ", join(', ', map { "$shapes{$_} paths with $_ work" } sort { $a <=> $b } keys %shapes), "\n";
exit($failed > 0);
