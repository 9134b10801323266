#!/bin/sh
# SPDX-License-Identifier: MIT
# The states of every profile and their causes are those of a model after the manual (model.awk).
# They add up to the span for each GPU, are in their places, and leave all else as it was.
. tests/tap.sh

here=$top/tests/nst-state

# states FILE: those of a stream, in the form of the model.
states() {
	jq -r 'select(.type == "gpu-state") | [.pid // 0, .device, .ts, .dur, .name,
		(.step | if . == null then "-" else . end), .args.cause // "-", .args.kind // "-",
		.args.blame // "-", (.args | .before_call, .in_call, .after_call | . // "-")] | @tsv' "$1" | sort
}

# model NAME FILE [MIN LATENCY]: a linked stream, with these options in ns.
model() {
	run nst-state --min "${3:-0}" --latency "${4:-10000}" "$2"
	is "$status $(cat "$tmp/err")" '0 ' "$1: status and no message"
	cp "$tmp/out" "$tmp/stated"
	states "$tmp/stated" >"$tmp/got"
	jq -r -f "$here/stream.jq" "$2" >"$tmp/rows"
	awk -v min="${3:-0}" -v latency="${4:-10000}" -f "$here/model.awk" "$tmp/rows" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$1: $(wc -l <"$tmp/want") states as in the model"
}

# places NAME FILE: of a stream and what became of it ($tmp/stated).
places() {
	grep -v -e '"type":"gpu-state"' -e '"type":"end"' "$tmp/stated" | sed '/"type":"stream"/s/,"states":true//' >"$tmp/got"
	grep -v '"type":"end"' "$2" >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$1: without what it adds, the output is the input"
	rest='"type":"gpu-state","name":"\(before\|after\)"'
	grep -v -e '"type":"\(nvtx\|call\)-kernel"' -e '"type":"end"' -e "$rest" "$tmp/stated" | cut -d: -f2 | cut -d, -f1 >"$tmp/got"
	ok "$1: in order of time" sort -n -c "$tmp/got"
	grep -v '"type":"end"' "$tmp/stated" | tail -n "$(grep -c "$rest" "$tmp/stated")" >"$tmp/got"
	is "$(grep -vc "$rest" "$tmp/got")" 0 "$1: the time before and after is at the end"
	cut -d: -f2 "$tmp/got" | cut -d, -f1 >"$tmp/times"
	ok "$1: in order of time" sort -n -c "$tmp/times"
	is "$(grep -v -e "$rest" -e '"type":"\(nvtx\|call\)-kernel"' -e '"type":"\(meta\|stream\|end\)"' "$tmp/stated" | jq -r '[.ts, .dur // 0, .open // false, .type] | @tsv' | awk -F '\t' '
		$1 == ts && $4 == "gpu-state" && !open && dur < $2 { print "line " NR }
		$1 == ts && was == "gpu-state" && (dur < $2 || $3 == "true") { print "line " NR }
		{ ts = $1; dur = $2; open = $3 == "true"; was = $4 }')" '' "$1: at equal times the longer one first"
}

# sums NAME FILE: the span, for each GPU, and what its states add up to.
sums() {
	span=$(jq -n 'reduce (inputs | select(.type | IN("stream", "end", "meta", "diagnostic", "overhead", "graph-create", "graph-node") | not)) as $e
		([infinite, -infinite]; [([.[0], $e.ts] | min), ([.[1], $e.ts + ($e.dur // 0)] | max)]) | .[1] - .[0]' "$2")
	jq -r 'select(.type == "kernel" or .type == "graph" or .type == "memcpy" or .type == "memset") | .device' "$2" |
		sort -u | sed "s/\$/ $span/" >"$tmp/want"
	jq -r 'select(.type == "gpu-state") | [.device, .dur] | @tsv' "$tmp/stated" |
		awk -F '\t' '{ sum[$1] += $2 } END { for (d in sum) printf "%s %.0f\n", d, sum[d] }' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: the states of each GPU add up to the span"
}

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	model "$name" "$tmp/linked"
	places "$name" "$tmp/linked"
	sums "$name" "$tmp/linked"
	case $name in
	sample | pytorch-nccl-*)
		nst-step "$tmp/linked" >"$tmp/steps" 2>/dev/null
		model "$name, with steps and other limits" "$tmp/steps" 5000 2000
		sums "$name, with steps" "$tmp/steps"
		;;
	esac
done
[ -d "$PROFILES" ] || report 0 "real profiles # SKIP $PROFILES is not there"

finish
