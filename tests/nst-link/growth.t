#!/bin/sh
# SPDX-License-Identifier: MIT
# What linking costs hardly depends on how many ranges are open: 200,000 of them around as many
# calls take a second, not a minute. Nor does it on how many threads a process has.
. tests/tap.sh

# quick DESCRIPTION PROGRAM: ranges open one by one as an awk expression of i says when they end (0:
# never), then come the calls.
quick() {
	awk "function last(i) { return $2 } BEGIN {"'
		for (i = 1; i <= 200000; i++) {
			end = last(i)
			printf "{\"ts\":%d,%s,\"type\":\"nvtx\",\"name\":\"r\",\"pid\":1,\"tid\":1}\n", i * 10, end ? sprintf("\"dur\":%d", end - i * 10) : "\"open\":true"
			printf "{\"ts\":%d,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"corr\":%d}\n", i * 10 + 5, i
		}
	}' >"$tmp/in"
	is "$(timeout 15 nst-link --partial "$tmp/in" | wc -l)" 400000 "$1"
}

quick 'ranges never closed' 0
quick 'ranges that nest' '2000000000 - i * 10'
quick 'ranges that cross' '1000000000 + i * 10'
quick 'ranges that nest and cross by chance' '1000000000 + (i * 7919 + i * i) % 999983 * 100'
quick 'ranges of which some end soon' 'i % 3 ? i * 10 + 15 : 1000000000 + i % 1000'

awk 'BEGIN {
	for (i = 1; i <= 200000; i++) {
		printf "{\"ts\":%d,\"dur\":8,\"type\":\"nvtx\",\"name\":\"r\",\"pid\":1,\"tid\":%d}\n", i * 10, i
		printf "{\"ts\":%d,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":1,\"tid\":%d,\"corr\":%d}\n", i * 10 + 5, i, i
	}
}' >"$tmp/in"
is "$(timeout 15 nst-link --partial "$tmp/in" | wc -l)" 400000 'a thread for each call'
finish
