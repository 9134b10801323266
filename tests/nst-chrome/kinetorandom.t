#!/bin/sh
# SPDX-License-Identifier: MIT
# --kineto: random traces of PyTorch's profiler, of one process, come back as the same events.
# RANDOM_SEEDS sets their number, RANDOM_FIRST the first seed.
. tests/tap.sh
. tests/nst-chrome/kineto.sh

: "${RANDOM_SEEDS:=8}" "${RANDOM_FIRST:=200}"

# events STREAM: a line for each event that --kineto --sync keeps, without the arguments that it
# adds. The ends of ranges that were never closed are lost.
events() {
	zero=$(sed -n '1s/^{"ts":\([-0-9]*\).*/\1/p' "$1")
	sed -E 's/"(ts|dur)":([-0-9]+)/"\1":"\2"/g' "$1" |
		jq -L tests/nst-dump -c -S --arg zero "$zero" -f tests/nst-dump/modelstream.jq |
		jq -c -S 'select(.type != "cpu-metric" or .args)
			| if .args.open then .open = true else . end
			| if .open then del(.d, .args.open) else . end
			| del(.args["External id", "cbid", "cuda_sync_kind", "queued",
				"memory bandwidth (GB/s)", "wait_on_stream"])
			| if .args == {} then del(.args) else . end' | sort
}

seed=$RANDOM_FIRST
all=0
while [ $seed -lt $((RANDOM_FIRST + RANDOM_SEEDS)) ]; do
	jq -n -j --argjson seed $seed -f tests/nst-dump/modeltrace.jq | sed 's/"pid":8/"pid":7/g' >"$tmp/pytorch.json"
	nst-dump "$tmp/pytorch.json" >"$tmp/before" 2>"$tmp/err"
	nst-link --quiet "$tmp/before" >"$tmp/linked"
	trace "$tmp/linked" --sync
	is "$status $(jq '.traceEvents | type' "$tmp/trace.json")" '0 "array"' "seed $seed: a trace"
	nst-dump "$tmp/trace.json" >"$tmp/after" 2>"$tmp/err"
	events "$tmp/before" >"$tmp/wanted"
	events "$tmp/after" >"$tmp/got"
	all=$((all + $(wc -l <"$tmp/wanted")))
	same "$tmp/got" "$tmp/wanted" "seed $seed: the same events"
	seed=$((seed + 1))
done
ok "there are events: $all" test $all -gt $((RANDOM_SEEDS * 15))
finish
