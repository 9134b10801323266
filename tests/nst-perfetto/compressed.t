#!/bin/sh
# SPDX-License-Identifier: MIT
# A trace is compressed: the packets that --plain writes, by zlib's format, in packets that Perfetto
# opens.
. tests/tap.sh

# expand: the packets inside those of a trace, each of which has some.
expand() {
	tests/nst-perfetto/expand -c
}

nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/in"
for option in '' --no-flows --render-stages '--min-activity 1%' '--machine 3'; do
	# shellcheck disable=SC2086 # options
	nst-perfetto --plain $option "$tmp/in" >"$tmp/want"
	# shellcheck disable=SC2086
	run nst-perfetto $option "$tmp/in"
	expand <"$tmp/out" >"$tmp/got" 2>"$tmp/why"
	same "$tmp/got" "$tmp/want" "${option:-no option}: the same packets"
	is "$status $(cat "$tmp/err" "$tmp/why")" '0 ' "${option:-no option}: no word"
done
ok 'it is less than half as large' test "$(($(nst-perfetto "$tmp/in" | wc -c) * 2))" -lt "$(nst-perfetto --plain "$tmp/in" | wc -c)"
nst-perfetto --plain "$tmp/in" >"$tmp/want"
tests/nst-perfetto/expand <"$tmp/want" >"$tmp/got"
same "$tmp/got" "$tmp/want" '--plain: nothing is compressed'
ok '... which is seen' sh -c '! tests/nst-perfetto/expand -c <"$1" >"$2" 2>&1' - "$tmp/want" "$tmp/got"

# Several blocks: a block is a megabyte.
awk 'BEGIN { for (i = 0; i < 100000; i++)
	printf "{\"ts\":%d,\"dur\":1000,\"type\":\"osrt\",\"name\":\"read %d\",\"pid\":10,\"tid\":11}\n", 155000000000 + i * 2000, i }' >"$tmp/long"
nst-perfetto --plain "$tmp/long" >"$tmp/want"
nst-perfetto "$tmp/long" | expand >"$tmp/got"
same "$tmp/got" "$tmp/want" "several blocks ($(wc -c <"$tmp/want") bytes)"

# A packet of more than 16 MB is not compressed: that would take as much memory again.
{
	head -n 10 "$tmp/long"
	head -c 18000000 /dev/zero | tr '\0' x | sed 's/.*/{"ts":155000100000,"dur":1,"type":"osrt","name":"&","pid":10,"tid":11}/'
	echo
	sed -n '100,110p' "$tmp/long"
} >"$tmp/large"
nst-perfetto --plain "$tmp/large" >"$tmp/want"
run nst-perfetto "$tmp/large"
tests/nst-perfetto/expand <"$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a name of 18 MB: the same packets'
ok '... of which it is one' test "$status" -eq 0 -a "$(wc -c <"$tmp/out")" -gt 18000000

# Blocks of all sizes: of a megabyte, which another thread compresses; of some megabytes, for which
# it is ended first; of more than 16.
awk 'function name(n, text) {
	for (text = "abcdefghijklmnop"; length(text) < n; text = text text);
	return substr(text, 1, n)
}
BEGIN {
	split("2e6 5e6 17e6 1e6 6e6 4e6 1e6", sizes)
	for (k = 1; k <= 7; k++) {
		for (i = 0; i < 30000 + 9000 * k; i++)
			printf "{\"ts\":%d,\"dur\":5,\"type\":\"osrt\",\"name\":\"call %d\",\"pid\":10,\"tid\":11}\n", ts += 10, i * 2654435761 % 1000003
		printf "{\"ts\":%d,\"dur\":5,\"type\":\"osrt\",\"name\":\"%s\",\"pid\":10,\"tid\":11}\n", ts += 10, name(sizes[k])
	}
}' >"$tmp/mixed"
nst-perfetto --plain "$tmp/mixed" >"$tmp/want"
run nst-perfetto "$tmp/mixed"
tests/nst-perfetto/expand <"$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" "blocks of all sizes ($(wc -c <"$tmp/want") bytes): the same packets"
is "$status $(cat "$tmp/err")" '0 ' '... and no word'

# Input that goes wrong: what was ready is there, and the status is that of a failure.
{
	head -n 60000 "$tmp/long"
	echo '{x'
} >"$tmp/bad"
nst-perfetto --plain "$tmp/bad" >"$tmp/want" 2>/dev/null
run nst-perfetto "$tmp/bad"
expand <"$tmp/out" >"$tmp/got" 2>"$tmp/why"
same "$tmp/got" "$tmp/want" 'a bad line: what came before it'
is "$status $(wc -l <"$tmp/err") $(cat "$tmp/why")" '1 1 ' 'a bad line: status and message'
head -c 100000 "$tmp/in" >"$tmp/cut"
nst-perfetto --plain "$tmp/cut" >"$tmp/want" 2>/dev/null
run nst-perfetto "$tmp/cut"
expand <"$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a cut stream: what there was'
is "$status" 1 'a cut stream: status'

# endless: the beginning of the long stream, and then one event for ever.
endless() {
	cat "$tmp/long"
	yes "$(tail -n 1 "$tmp/long")"
}

# Output that ends, or has no beginning.
for form in '' --plain; do
	if [ -w /dev/full ]; then
		status=0
		# shellcheck disable=SC2086 # the empty form is no argument
		nst-perfetto $form "$tmp/in" >/dev/full 2>"$tmp/err" || status=$?
		is "$status $(cat "$tmp/err")" '1 nst-perfetto: standard output: No space left on device' "${form:-compressed}: a full disk"
	fi
	rm -f "$tmp/closed"
	{
		while [ ! -e "$tmp/closed" ]; do :; done
		# shellcheck disable=SC2086
		nst-perfetto $form "$tmp/long" 2>"$tmp/err"
		echo $? >"$tmp/status"
	} | {
		exec <&-
		: >"$tmp/closed"
	}
	is "$(cat "$tmp/status" "$tmp/err")" 141 "${form:-compressed}: a closed pipe"
	# An input without an end: the first block that can't be written ends it.
	if [ -w /dev/full ]; then
		status=0
		# shellcheck disable=SC2086
		endless | timeout 30 nst-perfetto $form >/dev/full 2>"$tmp/err" || status=$?
		is "$status $(cat "$tmp/err")" '1 nst-perfetto: standard output: No space left on device' "${form:-compressed}: a full disk, and no end of the input"
	fi
	{
		# shellcheck disable=SC2086
		endless | timeout 30 env --default-signal=PIPE nst-perfetto $form 2>"$tmp/err"
		echo $? >"$tmp/status"
	} | head -c 100000 >"$tmp/out"
	is "$(cat "$tmp/status" "$tmp/err")" 141 "${form:-compressed}: a reader that has enough, and no end of the input"
	# shellcheck disable=SC2086
	nst-perfetto $form /dev/null >"$tmp/out" 2>"$tmp/err"
	is "$? $(wc -c <"$tmp/out")" '1 0' "${form:-compressed}: an empty input"
	# shellcheck disable=SC2086
	run nst-perfetto $form "$tmp/nosuch"
	is "$status $(cat "$tmp/err")$(wc -c <"$tmp/out")" "1 nst-perfetto: $tmp/nosuch: No such file or directory0" "${form:-compressed}: no input"
done
finish
