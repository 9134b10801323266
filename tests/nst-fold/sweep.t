#!/bin/sh
# SPDX-License-Identifier: MIT
# What is open at each nanosecond, asked for each nanosecond, against nst-fold --what cpu: calls and
# ranges that nest, cross, touch and last no time at all.
. tests/tap.sh

# events SEED COUNT SPAN LONGEST: events of two threads, in order.
events() {
	awk -v seed="$1" -v count="$2" -v span="$3" -v longest="$4" '
		BEGIN {
			srand(seed)
			for (i = 0; i < count; i++)
				printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"%c\",\"pid\":1,\"tid\":%d}\n",
					int(rand() * span), int(rand() * rand() * longest), rand() < 0.5 ? "nvtx" : "osrt", 97 + int(rand() * 5), int(rand() * 2)
		}' | sort -s -t: -k2,2n
}

# model: for each thread and nanosecond the names of what is open, in the order of the input.
model() {
	tr -c '0-9a-z\n' ' ' | awk '
		{ ts[NR] = $2; end[NR] = $2 + $4; name[NR] = $8; tid[NR] = $12; if (end[NR] > last) last = end[NR] }
		END {
			for (t = 0; t < 2; t++)
				for (at = 0; at < last; at++) {
					stack = ""
					for (i = 1; i <= NR; i++)
						if (tid[i] == t && ts[i] <= at && at < end[i]) stack = stack (stack == "" ? "" : ";") name[i]
					if (stack != "") weight[stack]++
				}
			for (stack in weight) print stack, weight[stack]
		}' | sort
}

for case in '1 10 100 50' '2 30 100 100' '3 60 100 30' '4 40 300 300' '5 60 20 20' '6 2 10 10' '7 80 500 60'; do
	# shellcheck disable=SC2086 # several words
	events $case >"$tmp/in"
	model <"$tmp/in" >"$tmp/want"
	run nst-fold --what cpu "$tmp/in"
	sort "$tmp/out" >"$tmp/got"
	is "$status $(cat "$tmp/err")" '0 ' "events $case"
	same "$tmp/got" "$tmp/want" "events $case: each stack as long as the model has it"
done

# Nested by the thousand, and crossing by the thousand: what is too deep counts where the limit is.
for crossing in 0 1; do
	awk -v crossing=$crossing 'BEGIN { for (i = 0; i < 2000; i++) printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"n\",\"pid\":1,\"tid\":1}\n", i, crossing ? 3000 : 4000 - 2 * i }' >"$tmp/in"
	run nst-fold --what cpu "$tmp/in"
	is "$status $(cat "$tmp/err")" "0 nst-fold: $tmp/in: some stacks are deeper than 512 frames: deeper frames count for the last" "2000 deep, crossing $crossing: said"
	is "$(awk '{ n = split($1, frame, ";"); if (n > deepest) deepest = n; lines[n]++; sum += $2 } END { print deepest, sum }' "$tmp/out")" \
		"512 $((crossing ? 4999 : 4000))" "2000 deep, crossing $crossing: 512 frames, and all of the time"
	# up to 511 frames: a nanosecond while it grows, and one while it shrinks
	is "$(awk -F ' ' '{ n = split($1, frame, ";"); if (n < 512) print $2 }' "$tmp/out" | sort | uniq -c | tr -s ' ')" ' 511 2' \
		"2000 deep, crossing $crossing: the time of each depth below"
done
finish
