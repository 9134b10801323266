#!/bin/sh
# SPDX-License-Identifier: MIT
# Calls and ranges that do not fit into the memory go to a temporary file: the output is the same to
# the byte. NST_SORT_MEMORY is the memory in bytes.
. tests/tap.sh
. tests/spill.sh

# Each is the options of a run. --across reads the stream twice.
cat >"$tmp/options" <<'END'

--across threads
--graphs --ops kernel,memcpy,graph
--project cuda-api,osrt --nvtx osrt
--project made-up
END

for profile in $(profiles); do
	nst-dump "$(profile "$profile")" 2>/dev/null >"$tmp/stream"
	spilled nst-link "$profile" 1500000 "$tmp/stream"
done

# Random streams. Ranges nest, cross, are never closed, and have names of one byte to 100,000;
# threads wait for each other; ids come again in each of two processes, and kernels come long after
# their calls, on 300 devices; some have none.
: "${SEED:=$(date +%s)}"
note "SEED=$SEED"
for round in 1 2 3; do
	awk -v seed="$((SEED + round))" 'BEGIN {
		srand(seed)
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
		for (long = "n"; length(long) < 100000;)
			long = long long
		for (i = 0; i < 20000; i++) {
			ts += int(rand() * 30)
			kind = rand()
			where = sprintf("\"pid\":%d,\"tid\":%d", rand() * 2, rand() * 3)
			if (kind < 0.3)
				printf "{\"ts\":%d,%s,\"type\":\"%s\",\"name\":\"%s\",%s}\n", ts,
					rand() < 0.02 ? "\"open\":true" : sprintf("\"dur\":%d", rand() * 10 ^ (1 + rand() * 5)),
					rand() < 0.8 ? "nvtx" : rand() < 0.5 ? "cublas" : "made-up",
					rand() < 0.001 ? long : rand() < 0.5 ? "r" int(rand() * 9) : "r" i, where
			else if (kind < 0.6) {
				id = int(rand() * (rand() < 0.5 ? 9000 : 10 ^ 9)) + 1
				ids[count++] = id
				printf "{\"ts\":%d,\"dur\":%d,\"type\":\"cuda-api\",\"name\":\"c%d\",%s,\"corr\":%d}\n", ts,
					rand() < 0.01 ? 5 * 10 ^ 9 : rand() * 40, rand() * 3, where, id
			} else
				printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"k\",\"pid\":%d,\"device\":%d,\"corr\":%d}\n", ts,
					rand() < 0.01 ? 5 * 10 ^ 9 : rand() * 90, rand() < 0.7 ? "kernel" : "memcpy", rand() * 2,
					rand() < 0.9 ? 0 : rand() * 300, rand() < 0.9 && count ? ids[int(count * rand() ^ 0.2)] : i
		}
		print "{\"ts\":" ts ",\"type\":\"end\",\"events\":20000}"
	}' >"$tmp/stream"
	spilled nst-link "random $round" 2000000 "$tmp/stream"
	head -n 1500 "$tmp/stream" >"$tmp/short"
	spilled nst-link "random $round, the least memory" 1 "$tmp/short"
done

# Errors of the temporary file. Without much to keep there is none.
TMPDIR=$tmp/missing run nst-link "$tmp/stream"
is "$status" 0 'no file while the memory is enough'
NST_SORT_MEMORY=2000000
export NST_SORT_MEMORY
mkdir "$tmp/temp"
TMPDIR=$tmp/missing run nst-link "$tmp/stream"
is "$status $(cat "$tmp/err")" \
	"1 nst-link: $tmp/missing: temporary file (TMPDIR): No such file or directory" 'no TMPDIR'
run sh -c '(ulimit -f 500; exec nst-link "$1") | cat' sh "$tmp/stream"
is "$(cat "$tmp/err")" 'nst-link: temporary file (TMPDIR): File too large' 'a full disk'
mv "$tmp/out" "$tmp/cut"
run nst-sum "$tmp/cut"
is "$status" 1 '... which the reader of the stream sees'

terminated 15000 "$tmp/stream" nst-link "$tmp/fifo"

# The memory does not grow with the stream.
if readelf -W -s "$BUILD/bin/nst-link" | grep -q __asan_init; then
	skip 'the sanitizer has its own memory' 'memory of 1 and 4 million events'
else
	unset NST_SORT_MEMORY
	for million in 1 4; do
		tests/bench/shape plain ${million}000000 "$(profile sample)" "$tmp/events.sqlite"
		nst-dump "$tmp/events.sqlite" >"$tmp/stream"
		NST_SORT_MEMORY=40000000 "$BUILD/bench/measure" "nst-link '$tmp/stream' >'$tmp/out'" |
			cut -d ' ' -f 3 >"$tmp/kib.$million"
		is "$(wc -l <"$tmp/out")" "$(($(wc -l <"$tmp/stream") + million * 1000000 / 3))" \
			"$million million events, and a projection of each range"
	done
	kib=$(cat "$tmp/kib.4")
	ok "4 million events in no more memory than 1 million ($(cat "$tmp/kib.1") KiB)" \
		test "$kib" -le $(($(cat "$tmp/kib.1") * 11 / 10))
	ok "... which is 30 MB at most ($kib KiB)" test "$kib" -le 30000
fi
finish
