#!/bin/sh
# SPDX-License-Identifier: MIT
# Groups that do not fit into the memory go to temporary files: the output is the same to the byte.
# NST_SORT_MEMORY is the memory in bytes.
. tests/tap.sh
. tests/spill.sh

# Each is the options of a comparison.
cat >"$tmp/options" <<'END'

--json --names raw
--markdown
--wide --all --by type,name,tid,nvtx
--csv --min-share 0.1%
--json --min-share 5% --by name
--top 3 --csv --names raw
--over run --json
--skip 1 --tsv
--gate 1% --top 1
--by tid --type nvtx
END

latest=
for profile in $(profiles); do
	nst-dump --names short "$(profile "$profile")" 2>/dev/null | nst-link 2>/dev/null |
		nst-step --any 2>/dev/null >"$tmp/new"
	[ -z "$latest" ] || spilled nst-diff "$latest and $profile" 30000 "$tmp/old" "$tmp/new"
	mv "$tmp/new" "$tmp/old"
	latest=$profile
done

# Random streams: names of one call and of thousands, whose batches are of many sizes when groups
# are spilled; durations beyond 2^53 ns, whose sums a double rounds; steps, and events outside them.
# random SEED STEPS FROM: FROM is the start of the window, 0 for none.
: "${SEED:=$(date +%s)}"
note "SEED=$SEED"
random() {
	awk -v seed="$1" -v steps="$2" -v from="$3" 'BEGIN {
		srand(seed)
		printf "{\"ts\":0,\"type\":\"stream\",\"format\":1%s}\n",
			(from > 0 ? ",\"from\":" from : "")
		split("kernel nvtx cuda-api made-up", types, " ")
		split("a a\\u0000 a\\tb \303\251 a\\\"b ab", names, " ")
		for (i = 0; i < 9000; i++) {
			ts += int(rand() * 50)
			name = rand() < 0.5 ? names[1 + int(rand() * 6)] : "n" int(rand() ^ 3 * 4000) "x"
			dur = int(rand() * (rand() < 0.95 ? 300 : 2 ^ 60))
			printf "{\"ts\":%.0f,\"dur\":%.0f,\"type\":\"%s\",\"name\":\"%s\",\"tid\":%d%s}\n",
				ts, dur, types[1 + int(rand() * 4)], name, rand() * 3,
				(steps > 0 && rand() < 0.9 ? ",\"step\":" int(i * steps / 9000) : "")
		}
		printf "{\"ts\":%.0f,\"type\":\"end\",\"events\":9000}\n", ts
	}'
}
for steps in 0 7; do
	for i in 1 2 3 4; do
		random "$((SEED + steps * 10 + i))" $steps $((i == 3 ? 100000 : 0)) >"$tmp/random$i"
	done
	spilled nst-diff "random, $steps steps" '3000 300000' "$tmp/random1" "$tmp/random2"
	spilled nst-diff "random runs, $steps steps" 40000 \
		--old "$tmp/random1" "$tmp/random3" --new "$tmp/random2" "$tmp/random4"
done

# A table, which has no calls.
nst-sum --json --by type,name,tid --names raw "$tmp/random1" >"$tmp/table" 2>/dev/null
spilled nst-diff 'a table' 3000 "$tmp/table" "$tmp/random2"

# A limit that is always exceeded: each event spills all groups.
for i in 1 2; do
	head -n 300 "$tmp/random$i" >"$tmp/short$i"
done
printf '%s\n' --partial '--partial --json --by name' >"$tmp/options"
spilled nst-diff 'the least memory' 1 "$tmp/short1" "$tmp/short2"

run nst-diff --sort-memory 1 --tsv "$tmp/random1" "$tmp/random2"
mv "$tmp/out" "$tmp/wanted"
run nst-diff --tsv "$tmp/random1" "$tmp/random2"
same "$tmp/out" "$tmp/wanted" '--sort-memory'
run nst-diff --sort-memory 0 "$tmp/random1" "$tmp/random2"
is "$status" 2 '--sort-memory 0'

# 200,000 names on each side.
for i in 1 2; do
	seq 200000 | awk -v side="$i" '
		BEGIN { print "{\"ts\":0,\"type\":\"stream\",\"format\":1}" }
		{
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"name.%dx\"}\n", NR,
				NR * side % 1009, NR
		}
		END { print "{\"ts\":" NR ",\"type\":\"end\",\"events\":" NR "}" }' >"$tmp/many$i"
done
run nst-diff --tsv "$tmp/many1" "$tmp/many2"
is "$status $(wc -l <"$tmp/out")" '0 200001' '200,000 names'
mv "$tmp/out" "$tmp/wanted"
NST_SORT_MEMORY=2000000
export NST_SORT_MEMORY
run nst-diff --tsv "$tmp/many1" "$tmp/many2"
same "$tmp/out" "$tmp/wanted" '200,000 names with 2 MB'

# Errors of the temporary files. Without spilled groups there is none.
mkdir "$tmp/temp"
TMPDIR=$tmp/missing run nst-diff "$tmp/many1" "$tmp/many2"
is "$status $(cat "$tmp/err") $(cat "$tmp/out")" \
	"1 nst-diff: $tmp/missing: temporary file (TMPDIR): No such file or directory " 'no TMPDIR'
TMPDIR=$tmp/missing run nst-diff --by type --tsv "$tmp/many1" "$tmp/many2"
is "$status" 0 'few groups need no TMPDIR'
# The records of groups have 64 MB, the rows 40 MB.
for blocks in 20 40000 80000; do
	# shellcheck disable=SC2016 # for the inner shell
	run sh -c 'ulimit -f $1; exec nst-diff --tsv "$2" "$3"' sh $blocks "$tmp/many1" "$tmp/many2"
	is "$status $(cat "$tmp/err") $(cat "$tmp/out")" \
		'1 nst-diff: temporary file (TMPDIR): File too large ' "a full disk after $blocks blocks"
done

terminated 100000 "$tmp/many1" nst-diff "$tmp/fifo" "$tmp/many2"
finish
