#!/bin/sh
# SPDX-License-Identifier: MIT
# Groups that do not fit into the memory go to a temporary file: the tables are the same to the
# byte. NST_SORT_MEMORY is the memory in bytes.
. tests/tap.sh
. tests/spill.sh

# Each is the options of a table.
cat >"$tmp/options" <<'END'

--json
--by none --json --names raw
--by none --top 1 --names raw
--by none --json --sort p90 --names raw
--tsv --names raw
--by name --top 3 --names raw
--by type,device,name --top 2 --tsv --names raw
--by name,type --sort kernel_time --csv --names raw
--sort -name --tsv --names raw
--sort tid --by tid,name,domain --names raw
--sort -min --by pid,nvtx:all,name --columns count,p99.9,p10,p50,stddev,min --tsv
--by nvtx,name,type --sort p10 --json
--by type,work,name --sort -rate --wide
--event e --event a --by name,type --tsv
--columns self,sync_time,cuda_time,rest_time,total --names raw --tsv
--from +10ms --to -10ms --json --names raw
--report nvtx_sum
--report cuda_gpu_kern_sum --csv
--report cuda_api_sum
--bins 7 --tsv --names raw
--bins 3 --by none --json --names raw
--bins 40 --by name,type --top 2 --names raw
--bins 5 --csv --by type,device,name --sort -p90 --names raw
--bins 6 --from +10ms --to -10ms --json --by nvtx:all,type
--bins 4 --columns self,sync_time,total,latency --names raw --tsv
--bins 2 --event e --event a --by name,type --tsv
--hist --names raw
--hist --tsv --by type
--hist --json --by name --top 3 --sort max --names raw
--hist --csv --from +10ms --to -10ms
--over step --tsv --names raw
--over step --by type --json
--over step --by type,name --skip 3 --csv --columns count,p99,p10,slowest,stddev,self
--over step --hist --by nvtx:all,type --tsv
--over step --skip 1000000 --tsv
--by step,type --skip 2 --tsv
--by launch --tsv
--by name,launch --top 2 --names raw
--by launch,type --bins 3 --sort -total --json
--by step,name --skip 2 --bins 3 --tsv --names raw
END

for profile in $(profiles); do
	nst-dump "$(profile "$profile")" 2>/dev/null | nst-link 2>/dev/null |
		nst-step --any 2>/dev/null >"$tmp/stream"
	spilled nst-sum "$profile" 60000 "$tmp/stream"
	for about in overview kernels ranges calls idle memory; do
		for options in '' --json '--top 2'; do
			chosen || continue
			# shellcheck disable=SC2086 # a list
			nst-answer --about $about $options "$tmp/stream" >"$tmp/wanted.out" 2>&1
			# shellcheck disable=SC2086 # a list
			NST_SORT_MEMORY=3000 nst-answer --about $about $options "$tmp/stream" \
				>"$tmp/out" 2>&1
			cmp -s "$tmp/out" "$tmp/wanted.out" || echo "$about $options" >>"$tmp/differ"
		done
	done
	is "$(cat "$tmp/differ" 2>/dev/null)" '' "$profile: answers with little memory"
	rm -f "$tmp/differ"
done

# Random streams. Some names have thousands of durations, some one; durations are below and above
# 2^32 ns, and up to 2^62; names are empty, missing, and have NULs; ranges nest.
: "${SEED:=$(date +%s)}"
note "SEED=$SEED"
for round in 1 2 3; do
	awk -v seed="$((SEED + round))" 'BEGIN {
		srand(seed)
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
		split("nvtx kernel cuda-api memcpy osrt made-up another", types, " ")
		split("\"\" \"a\" \"a\\u0000\" \"a\\u0000b\" \"ab\" \"\303\251\" \"nvtx\" \"osrt\"", names, " ")
		for (i = 0; i < 8000; i++) {
			ts += int(rand() * 50)
			kind = rand()
			dur = int(rand() * (kind < 0.9 ? 300 : kind < 0.99 ? 2 ^ 34 : 2 ^ 62))
			name = rand() < 0.5 ? names[1 + int(rand() * 8)] : "\"n" int(rand() ^ 3 * 5000) "\""
			type = types[1 + int(rand() * 7)]
			step = rand() < 0.9 ? ",\"step\":" int(rand() < 0.5 ? rand() * 40 : ts / 500 - 50) : ""
			args = type == "memcpy" ? ",\"args\":{\"bytes\":" int(rand() * 9000) "}" : ""
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\"%s,\"pid\":%d,\"tid\":%d%s%s%s}\n", ts, dur,
				type, rand() < 0.05 ? "" : ",\"name\":" name, rand() * 2, rand() * 3,
				rand() < 0.5 ? ",\"device\":" int(rand() * 3) : "", step, args
		}
		print "{\"ts\":" ts ",\"type\":\"end\",\"events\":8000}"
	}' >"$tmp/stream"
	spilled nst-sum "random $round" '3000 200000' "$tmp/stream"
done

# Calls with bins in which they only launched something: before those in which they began, behind
# them, and without any.
awk 'BEGIN {
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
	for (i = 0; i < 600; i++) {
		ts = i < 200 || i >= 400 ? i * 10 : i * 10 + 1
		if (i >= 200 && i < 400)
			printf "{\"ts\":%d,\"dur\":5,\"type\":\"cuda-api\",\"name\":\"c%d\",\"pid\":1,\"tid\":1}\n", ts, i % 41
		else
			printf "{\"ts\":%d,\"dur\":15,\"type\":\"kernel\",\"name\":\"k%d\",\"pid\":1,\"device\":0,\"launch\":{\"ts\":%d,\"dur\":5,\"name\":\"c%d\",\"tid\":1}}\n",
				ts, i % 7, i < 400 ? ts + 2000 : ts - 2000, i % 43
	}
	print "{\"ts\":6000,\"type\":\"end\",\"events\":600}"
}' >"$tmp/launches"
printf '%s\n' '--bins 9 --tsv' '--bins 9 --top 2 --by type,name' '--bins 3 --sort -launches --by name' >"$tmp/options.bins"
cp "$tmp/options" "$tmp/options.all"
mv "$tmp/options.bins" "$tmp/options"
spilled nst-sum 'bins with launches alone' '1 3000 30000' "$tmp/launches"
mv "$tmp/options.all" "$tmp/options"

# A limit that is always exceeded: each event spills all groups.
head -n 300 "$tmp/stream" >"$tmp/short"
printf '%s\n' --partial '--partial --tsv --columns self,p7,stddev' '--partial --tsv --bins 4' \
	'--partial --hist' '--partial --over step --json' >"$tmp/options"
spilled nst-sum 'the least memory' 1 "$tmp/short"

nst-sum --tsv --names raw --by name "$tmp/stream" >"$tmp/wanted.out"
run nst-sum --sort-memory 1 --tsv --names raw --by name "$tmp/stream"
same "$tmp/out" "$tmp/wanted.out" '--sort-memory'
run nst-sum --sort-memory 0 "$tmp/stream"
is "$status" 2 '--sort-memory 0'

# Errors of the temporary file. Without spilled groups there is none.
NST_SORT_MEMORY=3000
export NST_SORT_MEMORY
mkdir "$tmp/temp"
TMPDIR=$tmp/missing run nst-sum "$tmp/stream"
is "$status $(cat "$tmp/err") $(cat "$tmp/out")" \
	"1 nst-sum: $tmp/missing: temporary file (TMPDIR): No such file or directory " 'no TMPDIR'
TMPDIR=$tmp/missing run nst-sum --columns busy --bins 3 --by name "$tmp/stream"
is "$status" 0 'with columns of intervals all groups stay in memory'
for options in '' '--bins 9' --hist '--over step' '--by type,name,launch'; do
	# shellcheck disable=SC2086 # a list
	run sh -c 'ulimit -f 20; exec nst-sum --tsv "$@"' sh $options "$tmp/stream"
	is "$status $(grep -v -e '--over step: left out' "$tmp/err") $(cat "$tmp/out")" \
		'1 nst-sum: temporary file (TMPDIR): File too large ' "a full disk: $options"
	# shellcheck disable=SC2086 # a list
	TMPDIR=$tmp/missing run nst-sum $options "$tmp/stream"
	is "$status $(cat "$tmp/out")" '1 ' "no TMPDIR: $options"
	# shellcheck disable=SC2086 # a list
	terminated 7000 "$tmp/stream" nst-sum $options "$tmp/fifo"
	rm "$tmp/fifo"
done

# A group of equal durations, each of which was spilled: the memory does not grow with their number.
if readelf -W -s "$BUILD/bin/nst-sum" | grep -q __asan_init; then
	skip 'the sanitizer has its own memory' 'memory of equal durations'
else
	for count in 100000 500000; do
		awk -v count=$count 'BEGIN {
			print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
			for (i = 0; i < count; i++)
				printf "{\"ts\":%d,\"dur\":5000000000,\"type\":\"osrt\",\"name\":\"%s\",\"pid\":1,\"tid\":1}\n", i, i % 2 ? "same" : i
			print "{\"ts\":" count ",\"type\":\"end\",\"events\":" count "}"
		}' >"$tmp/equal"
		NST_SORT_MEMORY=1000000 "$BUILD/bench/measure" "nst-sum --by name --top 3 '$tmp/equal' >/dev/null" |
			cut -d ' ' -f 3 >"$tmp/kib.$count"
	done
	kib=$(cat "$tmp/kib.500000")
	ok "half a million equal durations in no more memory than 100,000 ($(cat "$tmp/kib.100000") and $kib KiB)" \
		test "$kib" -le $(($(cat "$tmp/kib.100000") + 500))
fi
finish
