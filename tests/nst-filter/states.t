#!/bin/sh
# SPDX-License-Identifier: MIT
# --inside and the states of GPUs: their parts in the time of the projections of ranges, and idle
# time before work that a range launched.
. tests/tap.sh

command -v jq >/dev/null || skipall "jq is not installed"
perl -MJSON::PP -e1 2>/dev/null || skipall "perl has no JSON::PP"

# model REGEX INVERT: the parts of states, by a sweep over the edges of projections: GPU, ts, end,
# name.
cat >"$tmp/model" <<'EOT'
use strict;
use warnings;
use JSON::PP;
my ($regex, $invert) = @ARGV;
my (%ranges, %edges, %starts, @states);
while (<STDIN>) {
	my $e = decode_json($_);
	my $gpu = defined $e->{device} ? "$e->{pid} $e->{device}" : '';
	my $thread = defined $e->{tid} ? "$e->{pid} $e->{tid}" : '';
	if ($e->{type} eq 'nvtx' && ($e->{name} // '') =~ /$regex/) {
		push @{$ranges{$thread}}, [$e->{ts}, $e->{ts} + ($e->{dur} // 9e18)];
	} elsif ($e->{type} eq 'gpu-state') {
		push @states, [$gpu, $e->{ts}, $e->{ts} + $e->{dur}, $e->{name}];
	} elsif ($e->{type} eq 'nvtx-kernel') {
		my $r = $e->{args}{range};
		next unless grep { $_->[0] <= $r->{ts} && $_->[1] >= $r->{ts} + $r->{dur} } @{$ranges{$thread} // []};
		push @{$edges{$gpu}}, [$e->{ts}, 1], [$e->{ts} + $e->{dur}, -1];
	} elsif ($gpu ne '' && $e->{launch}) {
		my $l = $e->{launch};
		next unless grep { $_->[0] <= $l->{ts} && $_->[1] >= $l->{ts} + ($l->{dur} // 0) } @{$ranges{"$e->{pid} $l->{tid}"} // []};
		$starts{"$gpu $e->{ts}"} = 1;
	}
}
for my $state (@states) {
	my ($gpu, $ts, $end, $name) = @$state;
	if ($name eq 'idle' && $starts{"$gpu $end"}) {
		print "$gpu $ts $end $name\n" if !$invert && $ts < $end;
		next;
	}
	my ($depth, $at, @parts) = (0, $ts);
	for my $edge (sort { $a->[0] <=> $b->[0] || $b->[1] <=> $a->[1] } @{$edges{$gpu} // []}) {
		my $time = $edge->[0] < $ts ? $ts : $edge->[0] > $end ? $end : $edge->[0];
		if (($depth > 0) != ($invert ? 1 : 0) && $time > $at) {
			if (@parts && $parts[-1][1] == $at) { $parts[-1][1] = $time } else { push @parts, [$at, $time] }
		}
		$at = $time;
		$depth += $edge->[1];
	}
	push @parts, [$at, $end] if $invert && $at < $end && !(@parts && $parts[-1][1] == $at && ($parts[-1][1] = $end));
	print "$gpu $_->[0] $_->[1] $name\n" for @parts;
}
EOT

parts() {
	jq -r 'select(.type == "gpu-state") | "\(.pid) \(.device) \(.ts) \(.ts + .dur) \(.name)"' | sort
}

for name in sample pytorch-2gpu-3.25.0 saxpy-mpi-2.9.1; do
	[ -e "$(profile $name)" ] || {
		note "skipped: $name is not there"
		continue
	}
	case $name in
	sample) regexes='^forward$ ^Layer load|backward' ;;
	pytorch*) regexes='^aten::linear, ^aten::copy_' ;;
	*) regexes='^MPI' ;;
	esac
	nst-dump "$(profile $name)" 2>/dev/null | nst-link 2>/dev/null | nst-state 2>/dev/null >"$tmp/in"
	for regex in $regexes; do
		for invert in '' --invert; do
			nst-filter --inside "$regex" $invert "$tmp/in" | parts >"$tmp/got"
			perl "$tmp/model" "$regex" "$invert" <"$tmp/in" | sort >"$tmp/want"
			same "$tmp/got" "$tmp/want" "$name: --inside $regex $invert"
		done
	done
	jq -s '[.[] | select(.type == "gpu-state") | .dur] | add' "$tmp/in" >"$tmp/all"
	for invert in '' --invert; do
		nst-filter --inside "$regex" $invert "$tmp/in"
	done | jq -s '[.[] | select(.type == "gpu-state") | .dur] | add' >"$tmp/both"
	same "$tmp/both" "$tmp/all" "$name: both parts are the whole"
done
[ ! -s "$tmp/want" ] || ok 'there are parts' test -s "$tmp/want"

# Case by case: GPU 0 is busy from 100 to 200 and from 260 to 300; the range launched the work at
# 120 and at 260.
cat >"$tmp/in" <<'EOT'
{"ts":0,"dur":50,"type":"nvtx","name":"R","pid":1,"tid":1}
{"ts":0,"dur":100,"type":"gpu-state","name":"before","pid":1,"device":0}
{"ts":100,"dur":100,"type":"gpu-state","name":"compute","pid":1,"device":0,"args":{"x":1}}
{"ts":100,"dur":20,"type":"kernel","name":"other","pid":1,"device":0,"launch":{"ts":60,"dur":2,"tid":1}}
{"ts":120,"dur":30,"type":"kernel","name":"k","pid":1,"device":0,"launch":{"ts":10,"dur":2,"tid":1}}
{"ts":150,"dur":50,"type":"kernel","name":"other","pid":1,"device":0,"launch":{"ts":70,"dur":2,"tid":1}}
{"ts":200,"dur":60,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"host"}}
{"ts":260,"dur":40,"type":"gpu-state","name":"copy","pid":1,"device":0}
{"ts":260,"dur":40,"type":"memcpy","name":"c","pid":1,"device":0,"launch":{"ts":20,"dur":2,"tid":1}}
{"ts":300,"dur":9,"type":"gpu-state","name":"idle","pid":1,"device":0}
{"ts":309,"dur":9,"type":"kernel","name":"other","pid":1,"device":0,"launch":{"ts":80,"dur":2,"tid":1}}
{"ts":120,"dur":30,"type":"nvtx-kernel","name":"R","pid":1,"tid":1,"device":0,"args":{"range":{"ts":0,"dur":50}}}
{"ts":110,"dur":30,"type":"nvtx-kernel","name":"R","pid":1,"tid":1,"device":1,"args":{"range":{"ts":0,"dur":50}}}
EOT
is "$(nst-filter --partial --inside '^R$' "$tmp/in" | jq -c 'select(.type == "gpu-state") | [.ts, .dur, .name, .args]')" \
	'[120,30,"compute",{"x":1}]
[200,60,"idle",{"cause":"host"}]' 'a part of work, and idle time before work of the range'
is "$(nst-filter --partial --inside '^R$' --invert "$tmp/in" | jq -c 'select(.type == "gpu-state") | [.ts, .dur, .name]' | paste -sd ' ')" \
	'[0,100,"before"] [100,20,"compute"] [150,50,"compute"] [260,40,"copy"] [300,9,"idle"]' '--invert: the rest'
is "$(nst-filter --partial --inside '^R$' --type gpu-state --device 1 "$tmp/in" | grep -c gpu-state)" 0 'with other options'
is "$(nst-filter --partial --inside '^R$' --match idle "$tmp/in" | jq -c 'select(.type == "gpu-state") | .ts')" 200 'with --match'
finish
