#!/bin/sh
# SPDX-License-Identifier: MIT
# A stream has one span, from its first to its last traced event, and each GPU is busy, idle, before
# its first work or after its last for all of it. nst-state, nst-sum (text and JSON) and nst-page
# say the same, on real and on random streams, whole and cut.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'

# The span and the times of GPUs by the manual, in the form that all answers below are brought into:
# first, last, and an array for each GPU: busy, idle, before, after.
cat >"$tmp/oracle.jq" <<'END'
def traced: .type | IN("stream", "end", "meta", "diagnostic", "overhead", "graph-create", "graph-node", "gpu-queue", "gpu-state") | not;
def work: .type | IN("kernel", "graph", "memcpy", "memset", "decompress");
def finish: .ts + (.dur // 0);
def union: sort | reduce .[] as [$from, $to] ([0, -infinite]; if $to > .[1] then [.[0] + $to - ([$from, .[1]] | max), $to] else . end) | .[0];
map(select(traced)) as $all | ($all | map(.ts) | min) as $first | ($all | map(finish) | max) as $until |
[$first, $until] + (map(select(work or (.type == "meta" and .name == "device" and .device and .args.uuid))) | group_by(.device) | map(map(select(work)) | if . == [] then [0, 0, $until - $first, 0] else (map(.ts) | min) as $begin | (map(finish) | max) as $stop |
	(map([.ts, finish]) | union) as $busy | [$busy, $stop - $begin - $busy, $begin - $first, $until - $stop] end))
END

# agree NAME FILE: for a linked stream.
agree() {
	jq -s -c -f "$tmp/oracle.jq" "$2" >"$tmp/want"
	nst-state "$2" >"$tmp/states" 2>"$tmp/err" || return
	jq -s -c 'map(select(.type == "gpu-state")) | group_by(.device) | map([
		(map(select(.args == null).dur) | add // 0), (map(select(.name == "idle").dur) | add // 0),
		(map(select(.name == "before").dur) | add // 0), (map(select(.name == "after").dur) | add // 0)])' "$tmp/states" >"$tmp/got"
	jq -c '.[2:]' "$tmp/want" >"$tmp/gpus"
	same "$tmp/got" "$tmp/gpus" "$1: states of GPUs"
	jq -c '.[1] - .[0]' "$tmp/want" >"$tmp/length"
	is "$(jq '.[] | add' "$tmp/got" | sort -u)" "$(jq -r 'if . == [] then empty else $span[0] end' --slurpfile span "$tmp/length" "$tmp/gpus")" \
		"$1: busy, idle, before and after add up to the span"
	for stream in "$2" "$tmp/states"; do
		nst-sum --by none --json "$stream" >"$tmp/sum" 2>/dev/null
		jq -s -c '(map(select(has("span")))[0] | [.from, .to]) + (map(select(has("busy"))) | map([.busy, .idle, .before, .after]))' "$tmp/sum" >"$tmp/got"
		same "$tmp/got" "$tmp/want" "$1: nst-sum --json, of ${stream##*/}"
		nst-page --title t "$stream" 2>/dev/null | "$top/tests/nst-page/read" figures |
			jq -c '[.span, (.busy // 0), (.idle // 0), (.before // 0), (.after // 0)]' >"$tmp/got"
		jq -c '[.[1] - .[0]] + (.[2:] | [[0, 0, 0, 0]] + . | transpose | map(add))' "$tmp/want" >"$tmp/sums"
		same "$tmp/got" "$tmp/sums" "$1: the headline of nst-page, of ${stream##*/}"
	done
	jq -c 'select(has("gpu_time")) | [.gpu_time - (.idle // 0) - (.before // 0) - (.after // 0), .idle // 0, .before // 0, .after // 0]' "$tmp/sum" |
		jq -s -c . >"$tmp/got"
	same "$tmp/got" "$tmp/gpus" "$1: the states in nst-sum --json"
	onefigure "$1" "$tmp/states"
}

# onefigure NAME FILE: in the text, the GPUs and their states have the same idle time, and so on.
onefigure() {
	nst-sum --by none "$2" 2>/dev/null | sed 's/^ *//; s/   */\t/g' | awk -F '\t' '
		/^device\tbusy|^device.*\tgpu_time/ {
			split("", at)
			for (i = 1; i <= NF; i++) at[$i] = i
			table = "busy" in at ? "gpus" : "states"
			next
		}
		NF < 2 { table = "" }
		table { rows[table] = rows[table] $at["device"] " " figure("idle") figure("before") figure("after") "\n" }
		function figure(column) { return (column in at ? $at[column] : "0 ns") ", " }
		END { print rows["gpus"] > gpus; print rows["states"] > states }' gpus="$tmp/gpus.text" states="$tmp/states.text"
	same "$tmp/states.text" "$tmp/gpus.text" "$1: GPUs and their states have the same figures in the text"
}

# windowed NAME FILE FROM TO: a linked stream cut before and behind nst-state, and read in a window.
windowed() {
	nst-filter --from "$3" --to "$4" "$2" >"$tmp/cut" 2>/dev/null
	nst-sum --by none --json "$tmp/cut" 2>/dev/null | jq -c 'select(has("span")) | [.from, .to, .span]' >"$tmp/want"
	nst-sum --by none --json --from "$3" --to "$4" "$2" 2>/dev/null | jq -c 'select(has("span")) | [.from, .to, .span]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: the span of a window"
	nst-state "$tmp/cut" >"$tmp/states" 2>/dev/null
	nst-state "$2" 2>/dev/null | nst-filter --from "$3" --to "$4" >"$tmp/filtered" 2>/dev/null
	for stream in states filtered; do
		nst-sum --by none --json "$tmp/$stream" >"$tmp/sum" 2>/dev/null
		jq -c 'select(has("span")) | [.from, .to, .span]' "$tmp/sum" >"$tmp/got"
		same "$tmp/got" "$tmp/want" "$1: the span of $stream"
		jq -c 'select(has("busy") and .busy + .idle + .before + .after > 0) | [.device, .busy, .idle, .before, .after]' "$tmp/sum" >"$tmp/got"
		jq -c 'select(has("gpu_time")) | (.idle // 0) as $idle | (.before // 0) as $before | (.after // 0) as $after |
			[.device, .gpu_time - $idle - $before - $after, $idle, $before, $after]' "$tmp/sum" >"$tmp/stated"
		same "$tmp/stated" "$tmp/got" "$1: GPUs and their states, of $stream"
	done
}

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	agree "$name" "$tmp/linked"
done

# random SEED: work on three GPUs, one of which may be idle throughout, calls, ranges, and records
# of the profiler and of graphs that are not of the span.
random() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("diagnostic overhead graph-create graph-node osrt cuda-api nvtx kernel memcpy kernel", types, " ")
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"linked\":true}"
		for (d = 0; d < 3; d++)
			printf "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":1,\"device\":%d,\"args\":{\"name\":\"G\",\"uuid\":\"%d\"}}\n", d, d
		for (i = 0; i < 60; i++) {
			ts += int(rand() * 40)
			n = i < 4 || i > 55 ? 1 + int(rand() * 4) : 1 + int(rand() * 10)
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"n\",\"pid\":1,\"tid\":%d", ts, rand() * 60, types[n], rand() * 2
			if (n > 7) {
				printf ",\"device\":%d", rand() * 3
				if (rand() < 0.8)
					printf ",\"launch\":{\"ts\":%d,\"dur\":%d,\"tid\":%d,\"name\":\"f\"}", ts - rand() * 40, rand() * 60, rand() * 2
			}
			print "}"
		}
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":60}\n", ts
	}'
}

# The program of this profile starts the capture itself, 90.5 s after the profiler and its graphs.
graphs=${REPORTS:-../shared/reports}/cuda-graphs-2024.6.2.sqlite
if [ -e "$graphs" ]; then
	nst-dump "$graphs" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	agree cuda-graphs "$tmp/linked"
	is "$(nst-sum "$tmp/linked" 2>&1 >"$tmp/out" | grep -c 'the span leaves out 90521 ms before the first and 0 ms after')" 1 'cuda-graphs: the time outside is told'
	is "$(nst-sum --to +100ms --by none --json "$tmp/linked" 2>/dev/null | jq -c 'select(has("span")) | [.from - .to, .span]')" '[0,0]' 'cuda-graphs: nothing was traced in this window'
	is "$(nst-sum --from +90521ms "$tmp/linked" 2>&1 >"$tmp/out")" '' 'cuda-graphs: a window leaves nothing out'
else
	report 0 "cuda-graphs # SKIP $graphs is not there"
fi

for seed in 1 2 3 4 5 6 7 8 9 10; do
	random "$seed" >"$tmp/linked"
	agree "random $seed" "$tmp/linked"
	windowed "random $seed" "$tmp/linked" 300 700
	windowed "random $seed" "$tmp/linked" 400 5000
done


# A filter that removed all later events leaves the ts of the end record: no message is about that.
cat >"$tmp/few" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":10,"dur":1,"type":"kernel","name":"k","device":0,"pid":1}
{"ts":10000000000,"type":"end","events":1}
END
is "$(nst-sum "$tmp/few" 2>&1 >"$tmp/out")" '' 'a filtered stream: no message about the time outside'

# An event that begins at the end of the window is not in it, but tells that the stream goes on: the
# span is the same in the window and in the cut stream, and so it is if one only ends there.
for last in '"ts":29,"dur":0,"type":"nvtx"' '"ts":20,"dur":9,"type":"overhead"'; do
	cat >"$tmp/edge" <<-END
		{"ts":0,"type":"stream","format":1,"linked":true}
		{"ts":12,"dur":9,"type":"nvtx","name":"a","pid":1,"tid":1}
		{$last,"name":"b","pid":1,"tid":1}
		{"ts":29,"type":"end","events":2}
	END
	for to in 21 28 29; do
		nst-filter --to $to "$tmp/edge" >"$tmp/cut"
		for stream in "$tmp/edge" "$tmp/cut"; do
			is "$(nst-sum --by none --json --to $to "$stream" | jq -c 'select(has("span")) | [.from, .to]')" "[12,$to]" \
				"{$last}: --to $to: the span of ${stream##*/}"
		done
	done
done

# The time after all work may begin later than all events: the end record has its ts.
cat >"$tmp/late" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":10,"dur":90,"type":"kernel","name":"k","device":0,"pid":1,"stream":7,"launch":{"ts":1,"tid":1}}
{"ts":20,"dur":480,"type":"osrt","name":"poll","pid":1,"tid":1}
{"ts":20,"type":"end","events":2}
END
nst-state "$tmp/late" >"$tmp/got" 2>/dev/null
is "$(tail -n 1 "$tmp/got" | jq .ts) $(jq -s 'map(.ts) | max' "$tmp/got")" '100 100' 'the end record has the latest ts'
finish
