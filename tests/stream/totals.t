#!/bin/sh
# SPDX-License-Identifier: MIT
# A stream has one meaning: nst-sum, nst-diff, nst-fold, nst-page and nst-series add up the same of
# it, whole or cut, and so does the model, which is nst-event(5) in jq. The streams are random:
# TOTALS is their number, SEED that of the first one, which is printed.
#     TOTALS=2000 SEED=7 BUILD=build sh tests/stream/totals.t
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'
perl -MJSON::PP -e1 2>/dev/null || skipall 'perl has no JSON::PP'
: "${SEED:=$(date +%s)}" "${TOTALS:=$(((20 + EVERY - 1) / EVERY))}"

# What events have in common with the window of the headers: "type name count total", a line for
# each name. An open bound is null.
cat >"$tmp/model.jq" <<'END'
def least: if any(. == null) then null else min end;
def most: if any(. == null) then null else max end;
(map(.type == "stream") | index(true)) as $header |
map(select(.type == "stream")) as $headers |
($headers | map(.from) | if $header == 0 then least else null end) as $from |
($headers | map(.to) | if $header == 0 then most else null end) as $to |
map(select(.dur and (.type | IN("stream", "end", "meta") | not)) | .end = .ts + .dur |
	select(($to == null or .ts < $to) and ($from == null or .ts >= $from or .end > $from)) |
	.part = ([.end, $to // .end] | min) - ([.ts, $from // .ts] | max)) |
group_by([.type, .name])[] | "\(.[0].type) \(.[0].name) \(length) \(map(.part) | add)"
END

# random SEED: calls and ranges of two threads, which nest, cross and begin together, and work on
# two devices. Each event has a name of its own, or one of three. Bounds of windows are among the
# times.
random() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("nvtx nvtx cuda-api osrt kernel kernel memcpy memset nvtx-mark", types, " ")
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"linked\":true}"
		for (i = 0; i < 40; i++) {
			ts += rand() < 0.3 ? 0 : int(rand() * 20)
			n = 1 + int(rand() * 9)
			dur = rand() < 0.1 ? 0 : int(rand() * (rand() < 0.2 ? 400 : 40))
			printf "{\"ts\":%d,", ts
			if (n < 9) printf "\"dur\":%d,", dur
			printf "\"type\":\"%s\",\"name\":\"%s\",\"pid\":1", types[n], rand() < 0.5 ? "n" i : "m" int(rand() * 3)
			if (n > 4 && n < 9)
				printf ",\"device\":%d,\"stream\":7,\"launch\":{\"ts\":%d},\"nvtx\":[\"in\"]}\n", rand() * 2, ts
			else
				printf ",\"tid\":%d}\n", rand() * 2
		}
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":40}\n", ts
	}'
}

# lines FILE: objects of nst-sum as lines of the model.
lines() {
	jq -r 'select(has("count")) | "\(.type) \(.name) \(.count) \(.total)"' "$1" | sort
}

# agree NAME FILE: what all programs say of a stream. Those that differ are reported.
agree() {
	jq -rs -f "$tmp/model.jq" "$2" | sort >"$tmp/want"
	nst-sum --by type,name --json "$2" >"$tmp/sum" 2>/dev/null
	lines "$tmp/sum" >"$tmp/got.nst-sum"
	nst-diff --json "$2" "$2" 2>/dev/null | tablerows |
		jq -r '"\(.type) \(.name) \(.count_new) \(.total_new)"' | sort >"$tmp/got.nst-diff"
	{
		grep -E '^(kernel|memcpy|memset) ' "$tmp/want" | awk '{ n[$2] += $4 } END { for (i in n) if (n[i]) print "gpu", i, n[i] }'
		awk '$1 ~ /^(nvtx|cuda-api|osrt)$/ && $2 ~ /^n/ && $4 { print "cpu", $2, $4 }' "$tmp/want"
	} | sort >"$tmp/want.fold"
	{
		nst-fold "$2" 2>/dev/null | sed 's/.*;//' | awk '{ n[$1] += $2 } END { for (i in n) if (n[i]) print "gpu", i, n[i] }'
		nst-fold --what cpu "$2" 2>/dev/null |
			awk '{ k = split($1, f, ";"); for (i = 1; i <= k; i++) if (f[i] ~ /^n/) n[f[i]] += $2 } END { for (i in n) if (n[i]) print "cpu", i, n[i] }'
	} | sort >"$tmp/got.fold"
	grep -E '^(kernel|nvtx|memcpy) ' "$tmp/want" >"$tmp/want.page"
	nst-page --title t "$2" 2>/dev/null | tests/nst-page/read tables 2>/dev/null |
		jq -r '({"kernels": "kernel", "ranges by their time on the CPU": "nvtx", "copies": "memcpy"}[.caption]) as $type |
			select($type) | "\($type) \(.name) \(.count) \(.total)"' | sort >"$tmp/got.page"
	verdict=0
	for program in nst-sum nst-diff; do
		cmp -s "$tmp/want" "$tmp/got.$program" || differs "$program" "$tmp/want" "$tmp/got.$program" "$2"
	done
	cmp -s "$tmp/want.fold" "$tmp/got.fold" || differs nst-fold "$tmp/want.fold" "$tmp/got.fold" "$2"
	cmp -s "$tmp/want.page" "$tmp/got.page" || differs nst-page "$tmp/want.page" "$tmp/got.page" "$2"
	report "$verdict" "$1"
}

# differs PROGRAM WANT GOT FILE
differs() {
	verdict=1
	[ -z "${KEEP-}" ] || cp "$4" "$KEEP"; note "$1 differs from the model" "$(diff "$2" "$3" | head -n 5)" "$(head -n 1 "$4")"
}

# series NAME FILE: nst-series of a stream, which takes seconds for many.
series() {
	jq -rs -f "$tmp/model.jq" "$2" | awk '$1 == "nvtx" || $1 == "kernel" { n[$1] += $3; t[$1] += $4 } END { for (i in n) print i, n[i], t[i] }' | sort >"$tmp/want"
	mkdir -p "$tmp/series"
	cp "$2" "$tmp/series/1.ndjson"
	nst-series --from "$tmp/series/1.ndjson" -o "$tmp/series/table" --force --event n --event m >"$tmp/out" 2>"$tmp/err"
	awk -F '\t' '$1 == "nvtx" || $1 == "kernel" { n[$1] += $5; t[$1] += $6 } END { for (i in n) print i, n[i], t[i] }' "$tmp/series/table.tsv" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: nst-series"
}

# other FILE: a stream of process 2, without calls, since calls of one thread that cross are refused
# in a merged stream.
other() {
	grep -v '"type":"\(cuda-api\|osrt\)"' "$1" | sed 's/"pid":1/"pid":2/'
}

# cuts SEED: a random stream and its cuts.
cuts() {
	random "$1" | sort -s -t: -k2,2n >"$tmp/whole"
	last=$(tail -n 1 "$tmp/whole" | sed 's/{"ts":\([0-9]*\).*/\1/')
	from=$((last * ($1 % 5) / 8)) to=$((last * ($1 % 5 + 3) / 8))
	agree "seed $1" "$tmp/whole"
	nst-filter --from "$from" --to "$to" "$tmp/whole" >"$tmp/window" 2>/dev/null
	agree "seed $1: --from $from --to $to" "$tmp/window"
	nst-filter --from "$((from + 20))" "$tmp/window" >"$tmp/cut" 2>/dev/null
	agree "seed $1: a window in the window" "$tmp/cut"
	nst-filter --type kernel,nvtx --to "$to" "$tmp/whole" >"$tmp/cut" 2>/dev/null
	agree "seed $1: --type, --to" "$tmp/cut"
	nst-filter --device 0 "$tmp/window" >"$tmp/cut" 2>/dev/null
	agree "seed $1: --device of a window" "$tmp/cut"
	nst-filter --inside '^m' "$tmp/window" >"$tmp/cut" 2>/dev/null
	agree "seed $1: --inside of a window" "$tmp/cut"
	other "$tmp/cut" >"$tmp/other"
	other "$tmp/window" | sed 's/"pid":2/"pid":1/' | sort -m -s -t: -k2,2n - "$tmp/other" >"$tmp/merged"
	agree "seed $1: two windows, merged" "$tmp/merged"
	nst-filter --to "$to" "$tmp/whole" 2>/dev/null >"$tmp/cut"
	other "$tmp/window" | sed 's/"pid":2/"pid":1/' >"$tmp/one"
	other "$tmp/cut" | sort -m -s -t: -k2,2n "$tmp/one" - >"$tmp/merged"
	agree "seed $1: an open window, merged" "$tmp/merged"
}

note "TOTALS=$TOTALS SEED=$SEED"
seed=$SEED
while [ "$seed" -lt $((SEED + TOTALS)) ]; do
	cuts "$seed"
	seed=$((seed + 1))
done
series "seed $((seed - 1))" "$tmp/window"
series "seed $((seed - 1)), whole" "$tmp/whole"

# A profile, cut by nst-dump: the part that nst-sum takes for the window.
nst-dump "$BUILD/sample.sqlite" 2>/dev/null | nst-link 2>/dev/null >"$tmp/whole"
read -r from to <<END
$(nst-sum --by none --json "$tmp/whole" 2>/dev/null | jq -r 'select(has("span")) | "\(.from + (.span / 3 | floor)) \(.from + (.span / 2 | floor))"')
END
nst-dump --from "$from" --to "$to" "$BUILD/sample.sqlite" >"$tmp/cut" 2>/dev/null
nst-sum --by type,name --json --from "$from" --to "$to" "$tmp/whole" 2>/dev/null >"$tmp/sum"
lines "$tmp/sum" | grep -v '^\(nvtx\|call\)-kernel ' >"$tmp/want"
nst-diff --json "$tmp/cut" "$tmp/cut" 2>/dev/null | tablerows | jq -r '"\(.type) \(.name) \(.count_new) \(.total_new)"' | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'sample: nst-dump --from --to, nst-diff and nst-sum --from --to'
nst-sum --by type,name --json "$tmp/cut" >"$tmp/table" 2>/dev/null
is "$(nst-diff --json "$tmp/cut" "$tmp/table" 2>/dev/null | tablerows | jq -r .change | sort | uniq -c | sed 's/^ *[0-9]* //')" equal \
	'sample: a stream that was cut is equal to its table'

# The profile of two GPUs, cut to 50 ms: its ranges last longer than the window.
if [ -e "$PROFILES/pytorch-2gpu-3.25.0.sqlite" ]; then
	nst-dump "$PROFILES/pytorch-2gpu-3.25.0.sqlite" 2>/dev/null | nst-filter --from +300ms --to +350ms >"$tmp/cut"
	is "$(nst-diff --by type --type nvtx --json "$tmp/cut" "$tmp/cut" | tablerows | jq .total_new)" \
		"$(nst-sum --by type --json "$tmp/cut" | jq 'select(.type == "nvtx").total')" 'pytorch-2gpu: the ranges of 50 ms'
	is "$(nst-sum --by type --json "$tmp/cut" | jq 'select(.type == "nvtx").total')" 300000000 'pytorch-2gpu: six ranges of 50 ms'
else
	report 0 'pytorch-2gpu # SKIP the profile is not there'
fi

finish
