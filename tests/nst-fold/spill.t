#!/bin/sh
# SPDX-License-Identifier: MIT
# Stacks that do not fit into the memory go to a temporary file: the output is the same to the byte.
# NST_SORT_MEMORY is the memory in bytes.
. tests/tap.sh
. tests/spill.sh

cat >"$tmp/options" <<'END'

--names raw --captured
--what cpu
--what cpu --names raw
--what samples
END

for profile in $(profiles); do
	nst-dump --stacks "$(profile "$profile")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/stream"
	spilled nst-fold "$profile" '5000 200000' "$tmp/stream"
done
head -n 300 "$tmp/stream" >"$tmp/short"
spilled nst-fold 'the least memory' 1 "$tmp/short"

# Ranges that cross and end on other threads, inside and across the edges of a window; names with
# separators.
: "${SEED:=$(date +%s)}"
note "SEED=$SEED"
awk -v seed="$SEED" 'BEGIN {
	srand(seed)
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"from\":3000,\"to\":90000}"
	split("a a;b \\u0000 \\u0001 \303\251 a\\u0000 ab", names, " ")
	for (i = 0; i < 4000; i++) {
		ts += int(rand() * 50)
		name = rand() < 0.7 ? names[1 + int(rand() * 7)] : "n" int(rand() * 500)
		printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"%s\",\"pid\":1,\"tid\":%d%s}\n", ts,
			rand() * 300, name, rand() * 3, rand() < 0.1 ? ",\"endtid\":7" : ""
	}
	print "{\"ts\":" ts ",\"type\":\"end\",\"events\":4000}"
}' >"$tmp/stream"
spilled nst-fold 'random ranges' '300 5000 50000' "$tmp/stream"

# Ranges that begin one by one, and end in the same order: each has hundreds of frames around it.
awk 'BEGIN {
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	for (i = 0; i < 3000; i++)
		printf "{\"ts\":%d,\"dur\":5000,\"type\":\"nvtx\",\"name\":\"r%d\",\"pid\":1,\"tid\":1}\n", i, i
	print "{\"ts\":8000,\"type\":\"end\",\"events\":3000}"
}' >"$tmp/ordered"
spilled nst-fold 'ranges in order' 2000000 "$tmp/ordered"
if readelf -W -s "$BUILD/bin/nst-fold" | grep -q __asan_init; then
	skip 'the sanitizer has its own memory' 'memory of ranges in order'
else
	kib=$(NST_SORT_MEMORY=2000000 "$BUILD/bench/measure" "nst-fold --what cpu '$tmp/ordered' >/dev/null 2>&1" |
		cut -d ' ' -f 3)
	ok "... in 20 MB ($kib KiB)" test "$kib" -le 20000
fi

TMPDIR=$tmp/missing NST_SORT_MEMORY=3000 run nst-fold --what cpu "$tmp/stream"
is "$status $(cat "$tmp/err") $(cat "$tmp/out")" \
	"1 nst-fold: $tmp/missing: temporary file (TMPDIR): No such file or directory " 'no TMPDIR'
finish
