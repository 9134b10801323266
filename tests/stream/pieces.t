#!/bin/sh
# SPDX-License-Identifier: MIT
# How the input comes, byte by byte, in odd blocks, with pauses in the middle of a character, makes
# no difference to the output.
. tests/tap.sh

small=$top/tests/stream/small.ndjson
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/dump"
half=$(($(LC_ALL=C grep -b -o 'ö' "$small" | head -n 1 | cut -d: -f1) + 1))
newline=$(($(head -n 5 "$small" | wc -c) - 1))

# slowly: the small stream in three pieces: the first ends inside a character, the second before a
# newline.
slowly() {
	head -c "$half" "$small"
	sleep 0.05
	head -c "$newline" "$small" | tail -c "+$((half + 1))"
	sleep 0.05
	tail -c "+$((newline + 1))" "$small"
}

slowly >"$tmp/got"
same "$tmp/got" "$small" 'the pieces make the whole'
for p in $relays nst-step $viewers; do
	"$p" "$small" >"$tmp/want" 2>"$tmp/ignored"
	dd bs=1 if="$small" status=none | "$p" >"$tmp/got" 2>"$tmp/ignored"
	same "$tmp/got" "$tmp/want" "$p: byte by byte"
	slowly | "$p" >"$tmp/got" 2>"$tmp/ignored"
	same "$tmp/got" "$tmp/want" "$p: in three pieces"
	while IFS= read -r line; do
		printf '%s\n' "$line"
	done <"$small" | "$p" >"$tmp/got" 2>"$tmp/ignored"
	same "$tmp/got" "$tmp/want" "$p: line by line"
	"$p" "$tmp/dump" >"$tmp/want" 2>"$tmp/ignored"
	for size in 997 65537; do
		dd bs="$size" if="$tmp/dump" status=none | "$p" >"$tmp/got" 2>"$tmp/ignored"
		same "$tmp/got" "$tmp/want" "$p: the sample in blocks of $size"
	done
done

# Lines of all lengths around the size in which we read, so that blocks end everywhere in them.
awk 'BEGIN {
	s = "x"
	while (length(s) < 2100000) s = s s
	for (n = 1048570; n <= 1048582; n += 3) {
		printf "{\"ts\":%d,\"type\":\"mine\",\"name\":\"n\",\"args\":{\"text\":\"%s\"}}\n", i++, substr(s, 1, n - 58)
		printf "{\"ts\":%d,\"type\":\"mine\",\"name\":\"%s\"}\n", i++, substr(s, 1, n % 11)
	}
}' >"$tmp/in"
for p in $relays; do
	"$p" "$tmp/in" >"$tmp/got"
	same "$tmp/got" "$tmp/in" "$p: lines about as long as a block"
done
nst-chrome "$tmp/in" >"$tmp/want"
dd bs=4093 if="$tmp/in" status=none | nst-chrome >"$tmp/got"
same "$tmp/got" "$tmp/want" 'nst-chrome: lines about as long as a block'
is "$(jq -c 'map(select(.ph != "M") | .args.text | length)' "$tmp/want")" "$(jq -c '.args.text | length' "$tmp/in" | jq -sc .)" 'nst-chrome: none is cut'

finish
