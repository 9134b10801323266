#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-link adds up for ranges is what the kernels say, also where the numbers are large:
# devices beyond 254, spans and times of more than 4.29 s.
. tests/tap.sh

# Ten ranges a second apart, each with six launches whose kernels run on another device each, 3 s
# apart from round to round.
awk 'BEGIN {
	split("0 1 254 255 300 -1", device, " ")
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	for (r = 0; r < 10; r++) {
		t = r * 1000000000
		printf "{\"ts\":%.0f,\"dur\":900000000,\"type\":\"nvtx\",\"name\":\"r%d\",\"pid\":1,\"tid\":1}\n", t, r
		for (l = 1; l <= 36; l++)
			printf "{\"ts\":%.0f,\"dur\":10,\"type\":\"cuda-api\",\"name\":\"launch\",\"pid\":1,\"tid\":1,\"corr\":%d}\n", t + l * 1000, r * 100 + l
	}
	t = 20000000000
	for (l = 1; l <= 36; l++)
		for (r = 0; r < 10; r++) {
			t += r < 5 ? 1000 : 3000000
			printf "{\"ts\":%.0f,\"dur\":%d,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":%d,\"corr\":%d}\n", \
			    t, r % 2 ? 100 : 1500000000, device[l % 6 + 1], r * 100 + l
		}
	printf "{\"ts\":%.0f,\"type\":\"end\",\"events\":0}\n", t
}' >"$tmp/in"
run nst-link "$tmp/in"
is "$status $(cat "$tmp/err")" '0 ' 'status'
jq -r 'select(.type == "nvtx-kernel") | [.name, .device, .ts, .ts + .dur, .args.count, .args.sum] | @tsv' "$tmp/out" | sort >"$tmp/got"
jq -sr 'map(select(.type == "kernel")) | group_by([.nvtx[0], .device])[] |
	[.[0].nvtx[0], .[0].device, (map(.ts) | min), (map(.ts + .dur) | max), length, (map(.dur) | add)] | @tsv' "$tmp/out" | sort >"$tmp/want"
same "$tmp/got" "$tmp/want" 'each range on each device: first, last, count, sum'
is "$(wc -l <"$tmp/got")" 60 '... all of them'
is "$(awk -F '\t' '$6 > 4294967295 { n++ } END { print n }' "$tmp/got")" 30 '... and half are more than 32 bits hold'
finish
