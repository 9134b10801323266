#!/bin/sh
# SPDX-License-Identifier: MIT
# A stream that ends anywhere before its end: cut at every byte, at random ones of a long one, its
# producer killed, merged with one that is whole. The last program of a pipeline says so and fails,
# whatever the shell does with the status of the others, and what it writes can be used.
. tests/tap.sh

small=$top/tests/stream/small.ndjson

# cuts PROGRAM: says what is odd when it reads the small stream cut at each of its bytes: what it
# writes is what it writes of the whole lines, one that only lacks its newline among them.
cuts() {
	# shellcheck disable=SC2016 # Perl
	perl -e '
		my ($program, $in, $out, $err, $sample, $seed) = @ARGV;
		sub slurp { local $/; open(my $f, "<", shift) or die; return scalar(<$f>) // "" }
		my ($whole, %wrote) = slurp($in);
		for my $n (0 .. length($whole) - 2) {
			next if ($n + $seed) % $sample;
			my $cut = substr($whole, 0, $n);
			open(my $f, ">", "$out.cut") or die;
			print $f $cut;
			close($f);
			my $status = system("$program <$out.cut >$out 2>$err") >> 8;
			my $lines = ($cut =~ tr/\n//) + (substr($whole, $n, 1) eq "\n");
			my $why = $n == 0 ? "stdin: empty input: not even a header" : $lines == 0 ? "stdin:1: bad line: .*" : "stdin: truncated input: it has a header and no end record";
			my ($said, $text) = (slurp($err), slurp($out));
			$wrote{$lines} //= $text;
			print "$n: status $status\n" if $status != 1;
			print "$n: $said" if $said !~ /^\Q$program\E: $why\n$/;
			print "$n: other output\n" if $lines > 0 && $text ne $wrote{$lines};
			print "$n: an end\n" if $text =~ /"type":"end"/;
		}
	' "$1" "$small" "$tmp/out" "$tmp/err" "$EVERY" "${SEED:-0}"
}

for program in $relays $viewers nst-sum; do
	is "$(cuts $program)" '' "$program: cut at each byte"
	head -c -1 "$small" >"$tmp/cut"
	run $program "$tmp/cut"
	is "$status $(cat "$tmp/err")" '0 ' "$program: only the last newline is missing: it is whole"
done

# last DESCRIPTION STATUS: how the last program of a pipeline has to end, here with $tmp/out and
# $tmp/err, when nst-link is cut, which says so in $tmp/link.
last() {
	is "$2 $(grep -c '^nst-link: stdin: \(truncated\|empty\) input' "$tmp/link") $(cat "$tmp/err")" '1 1 ' "$1: $program fails, and that is said once"
	case $program in
	nst-chrome) [ ! -s "$tmp/out" ] || ok "$1: the trace is JSON" jq empty "$tmp/out" ;;
	nst-perfetto)
		ok "$1: packets are whole" sh -c '"$1/tests/nst-perfetto/expand" -c <"$2" >"$3"' - "$top" "$tmp/out" "$tmp/packets"
		! command -v protoc >"$tmp/protoc" || ok "$1: the trace is one" protoc --decode=Trace -I "$top/tests/nst-perfetto" trace.proto <"$tmp/packets"
		;;
	esac
}

# A long stream through whole pipelines.
nst-dump "$(profile sample)" 2>"$tmp/err" >"$tmp/dump"
size=$(wc -c <"$tmp/dump")
for bytes in $(perl -e 'srand(7); printf "%d\n", rand(shift) for 1 .. 12' "$size") $(head -n 1 "$tmp/dump" | wc -c) $(head -n 900 "$tmp/dump" | wc -c) $((size - 10)) $((size - 40)); do
	for program in $viewers nst-sum; do
		chosen || continue
		head -c "$bytes" "$tmp/dump" | nst-link 2>"$tmp/link" | nst-filter 2>"$tmp/filter" | $program >"$tmp/out" 2>"$tmp/err"
		last "a pipeline cut at byte $bytes" $?
	done
done

# The dump is killed, after it wrote so many bytes.
sqlite3 "$tmp/long.sqlite" 'CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value); CREATE TABLE OSRT_API(start, end, nameId, globalTid);
	INSERT INTO OSRT_API WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 99999) SELECT i * 10, i * 10 + 5, i, i % 7 FROM n;'
for jobs in 1 3; do
	for bytes in 0 1 36 5000 1000000 3000000; do
		for program in nst-chrome nst-sum; do
			chosen || continue
			mkfifo "$tmp/pipe"
			nst-dump -j $jobs "$tmp/long.sqlite" >"$tmp/pipe" 2>"$tmp/dump.err" &
			{
				head -c $bytes
				kill -KILL $!
				cat
			} <"$tmp/pipe" | nst-link 2>"$tmp/link" | $program >"$tmp/out" 2>"$tmp/err"
			last "-j $jobs, killed after $bytes bytes" $?
			wait
			rm "$tmp/pipe"
		done
	done
done 2>"$tmp/killed" # the shell tells of each

# Streams merged by time, one of them cut at a line, in one, in its header, in its end.
sed 's/"pid":100/"pid":200/' "$small" >"$tmp/other"
for bytes in $(head -n 5 "$small" | wc -c) $(($(head -n 5 "$small" | wc -c) + 30)) 30 $(head -n 1 "$small" | wc -c) $(($(wc -c <"$small") - 12)) $(head -n 7 "$small" | wc -c); do
	head -c "$bytes" "$small" >"$tmp/cut"
	for order in "$tmp/cut $tmp/other" "$tmp/other $tmp/cut"; do
		for sort in 'sort -m' sort; do
			for program in $viewers nst-sum; do
				chosen || continue
				# shellcheck disable=SC2086 # several words
				$sort -s -t: -k2,2n $order | $program >"$tmp/out" 2>"$tmp/err"
				status=$?
				is "$status $(wc -l <"$tmp/err") $(grep -c -e ': truncated input: ' -e ':[0-9]*: bad line: ' "$tmp/err")" '1 1 1' "$sort of a whole stream and one of $bytes bytes: $program"
			done
		done
	done
done
sort -m -s -t: -k2,2n "$small" "$tmp/other" | nst-chrome >"$tmp/out" 2>"$tmp/err"
is "$? $(cat "$tmp/err")" '0 ' 'sort -m of two whole streams'

finish
