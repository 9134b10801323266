#!/bin/sh
# SPDX-License-Identifier: MIT
# Groups that do not fit into the memory go to a temporary file: the page is the same to the byte.
# NST_SORT_MEMORY is the memory in bytes.
. tests/tap.sh
. tests/spill.sh

for profile in $(profiles); do
	nst-dump "$(profile "$profile")" 2>/dev/null | nst-link 2>/dev/null |
		nst-step --any 2>/dev/null | nst-state >"$tmp/stream" 2>/dev/null
	nst-page "$tmp/stream" >"$tmp/wanted" 2>"$tmp/wanted.err"
	for memory in 2000 60000; do
		NST_SORT_MEMORY=$memory run nst-page "$tmp/stream"
		same "$tmp/out" "$tmp/wanted" "$profile: a page with $memory bytes"
		same "$tmp/err" "$tmp/wanted.err" '... and its messages'
	done
done

# Made names, of ranges, calls and kernels, more than a table of the page has.
awk 'BEGIN {
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	split("nvtx cuda-api kernel", types, " ")
	for (i = 1; i <= 30000; i++)
		printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"n%dx\",\"device\":0}\n", i,
			i * 7919 % 1009, types[1 + i % 3], i % 20011
	print "{\"ts\":30000,\"type\":\"end\",\"events\":30000}"
}' >"$tmp/stream"
nst-page "$tmp/stream" >"$tmp/wanted" 2>/dev/null
NST_SORT_MEMORY=100000
export NST_SORT_MEMORY
run nst-page "$tmp/stream"
same "$tmp/out" "$tmp/wanted" 'a page of 20,011 names'
nst-diff --page "$tmp/stream" "$tmp/stream" >"$tmp/wanted" 2>/dev/null
NST_SORT_MEMORY=1000000000 run nst-diff --page "$tmp/stream" "$tmp/stream"
same "$tmp/out" "$tmp/wanted" 'a page of nst-diff'

# What decides about merging, and the busy times of GPUs, are in temporary files, too: the page that
# merges slices is the same. --sort-memory is the limit in MiB.
awk 'BEGIN {
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	for (i = 1; i <= 60000; i++)
		printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"n%d\",\"device\":%d,\"stream\":7}\n",
			i * 1000, i * 7919 % 900, i % 7, i % 2
	print "{\"ts\":60000000,\"type\":\"end\",\"events\":60000}"
}' >"$tmp/kernels"
nst-page "$tmp/kernels" >"$tmp/whole"
budget=$(($(wc -c <"$tmp/whole") - $(tests/nst-page/read trace <"$tmp/whole" | wc -c) / 2))
NST_SORT_MEMORY=1000000000 run nst-page --budget "$budget" "$tmp/kernels"
cp "$tmp/out" "$tmp/wanted"
cp "$tmp/err" "$tmp/wanted.err"
ok 'a page that merges slices' grep -q 'became one slice each' "$tmp/err"
for memory in 1 30000; do
	NST_SORT_MEMORY=$memory run nst-page --budget "$budget" "$tmp/kernels"
	same "$tmp/out" "$tmp/wanted" "a page that merges slices with $memory bytes"
	same "$tmp/err" "$tmp/wanted.err" '... and its messages'
done
NST_SORT_MEMORY=1 TMPDIR=$tmp/missing run nst-page --sort-memory 64 --budget "$budget" "$tmp/kernels"
same "$tmp/out" "$tmp/wanted" '--sort-memory: 64 MiB need no TMPDIR'
run nst-page --sort-memory 0 "$tmp/kernels"
is "$status $(head -n 1 "$tmp/err")" '2 nst-page: --sort-memory: 0 is out of range' 'no memory'

# Memory does not grow with events: 5 bytes of each at most, where a duration of each would be 4 in
# each of the tables that have them.
resident() {
	awk -v count="$1" 'BEGIN {
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
		for (i = 1; i <= count; i++)
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"k\",\"pid\":%d,\"device\":%d,\"stream\":7,\"step\":%d}\n",
				i * 1000, i * 7919 % 900, i % 3 ? "kernel" : "memcpy", i % 2 + 1, i % 2, i / 10000
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":%d}\n", count * 1000, count
	}' >"$tmp/many"
	"$BUILD/bench/measure" "NST_SORT_MEMORY=1000000 nst-page --budget 600k '$tmp/many' >/dev/null 2>&1" |
		awk '{ print $3 }'
}
if grep -q __asan_init "$BUILD/bin/nst-page"; then
	skip 'the sanitizer has its own memory' 'memory of many events'
else
	less=$(resident 100000) more=$(resident 400000)
	ok "memory of many events: $less KiB, and four times as many: $more KiB" \
		test $((more - less)) -lt $((300000 * 5 / 1024))
fi

# Errors of the temporary file. Without spilled groups there is none.
mkdir "$tmp/temp"
TMPDIR=$tmp/missing run nst-page "$tmp/stream"
is "$status $(cat "$tmp/err") $(cat "$tmp/out")" \
	"1 nst-page: $tmp/missing: temporary file (TMPDIR): No such file or directory " 'no TMPDIR'
TMPDIR=$tmp/missing NST_SORT_MEMORY=1000000000 run nst-page "$tmp/stream"
is "$status" 0 'a page without spilled groups needs no TMPDIR'
# shellcheck disable=SC2016 # for the inner shell
run sh -c 'ulimit -f 600; exec nst-page "$1" | cat' sh "$tmp/stream"
is "$(cat "$tmp/err") $(cat "$tmp/out")" \
	'nst-page: temporary file (TMPDIR): File too large ' 'a full disk'

terminated 20000 "$tmp/stream" nst-page --budget 0 "$tmp/fifo"
finish
