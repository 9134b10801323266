#!/bin/sh
# SPDX-License-Identifier: MIT
# --compress: the packets that are written without it, by zlib, in packets that Perfetto opens.
. tests/tap.sh

# expand: the packets inside those of a trace.
expand() {
	perl -MCompress::Zlib -e '
		local $/;
		my $t = <STDIN>;
		my $at = 0;
		sub number { my ($n, $s) = (0, 0); while (1) { my $b = ord substr $t, $at++, 1; $n |= ($b & 127) << $s; return $n if $b < 128; $s += 7 } }
		while ($at < length $t) {
			number() == (1 << 3 | 2) or die "not a packet at $at\n";
			my $end = number();
			$end += $at;
			number() == (50 << 3 | 2) or die "not a compressed packet at $at\n";
			my $n = number();
			$at + $n == $end or die "more than one field at $at\n";
			print uncompress(substr $t, $at, $n) // die "not compressed at $at\n";
			$at = $end;
		}'
}

nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/in"
for option in '' --no-flows --render-stages '--min-activity 1%' '--machine 3'; do
	# shellcheck disable=SC2086 # options
	nst-perfetto $option "$tmp/in" >"$tmp/want"
	# shellcheck disable=SC2086
	run nst-perfetto --compress $option "$tmp/in"
	expand <"$tmp/out" >"$tmp/got" 2>"$tmp/why"
	same "$tmp/got" "$tmp/want" "${option:-no option}: the same packets"
	is "$status $(cat "$tmp/err" "$tmp/why")" '0 ' "${option:-no option}: no word"
done
ok 'it is less than half as large' test "$(($(nst-perfetto --compress "$tmp/in" | wc -c) * 2))" -lt "$(nst-perfetto "$tmp/in" | wc -c)"

# Several blocks: a block is a megabyte.
awk 'BEGIN { for (i = 0; i < 100000; i++)
	printf "{\"ts\":%d,\"dur\":1000,\"type\":\"osrt\",\"name\":\"read %d\",\"pid\":10,\"tid\":11}\n", 155000000000 + i * 2000, i }' >"$tmp/long"
nst-perfetto "$tmp/long" >"$tmp/want"
nst-perfetto --compress "$tmp/long" | expand >"$tmp/got"
same "$tmp/got" "$tmp/want" "several blocks ($(wc -c <"$tmp/want") bytes)"

# Input that goes wrong: what was ready is there, and the status is that of a failure.
{
	head -n 60000 "$tmp/long"
	echo '{x'
} >"$tmp/bad"
nst-perfetto "$tmp/bad" >"$tmp/want" 2>/dev/null
run nst-perfetto --compress "$tmp/bad"
expand <"$tmp/out" >"$tmp/got" 2>"$tmp/why"
same "$tmp/got" "$tmp/want" 'a bad line: what came before it'
is "$status $(wc -l <"$tmp/err") $(cat "$tmp/why")" '1 1 ' 'a bad line: status and message'
head -c 100000 "$tmp/in" >"$tmp/cut"
nst-perfetto "$tmp/cut" >"$tmp/want" 2>/dev/null
run nst-perfetto --compress "$tmp/cut"
expand <"$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a cut stream: what there was'
is "$status" 1 'a cut stream: status'
if [ -w /dev/full ]; then
	status=0
	nst-perfetto --compress "$tmp/in" >/dev/full 2>"$tmp/err" || status=$?
	is "$status $(wc -l <"$tmp/err")" '1 1' 'a full disk'
fi
nst-perfetto --compress /dev/null >"$tmp/out" 2>"$tmp/err"
is "$? $(wc -c <"$tmp/out")" '1 0' 'an empty input'
finish
