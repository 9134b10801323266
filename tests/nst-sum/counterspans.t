#!/bin/sh
# SPDX-License-Identifier: MIT
# --by counter with kernel, nvtx, step and --bins: cases by hand, SQL over the sample, and a model
# in jq that compares each value with each span. SPANS is the number of random streams, SEED that of
# the first.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'
: "${SEED:=$(date +%s)}" "${SPANS:=12}"

# Device 0 of process 1 is GPU 4, device 1 of process 2 as well.
cat >"$tmp/hand" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"type":"meta","name":"device","pid":1,"device":0,"args":{"gpu":4}}
{"ts":0,"type":"meta","name":"device","pid":2,"device":1,"args":{"gpu":4}}
{"ts":0,"type":"meta","name":"device","pid":1,"device":1,"args":{"gpu":5}}
{"ts":0,"type":"gpu-metric","name":"SMs","gpu":4,"value":10}
{"ts":10,"dur":30,"type":"kernel","name":"gemm","pid":1,"device":0,"step":3}
{"ts":10,"dur":90,"type":"nvtx-kernel","name":"fwd","pid":1,"device":0}
{"ts":10,"type":"gpu-metric","name":"SMs","gpu":4,"value":20}
{"ts":20,"dur":10,"type":"kernel","name":"gemm","pid":2,"device":1,"step":3}
{"ts":20,"type":"gpu-metric","name":"SMs","gpu":4,"value":40}
{"ts":20,"type":"nic-metric","name":"SMs","value":9}
{"ts":40,"type":"gpu-metric","name":"SMs","gpu":4,"value":60}
{"ts":60,"dur":10,"type":"kernel","name":"copy","pid":1,"device":0,"step":4}
{"ts":60,"dur":40,"type":"kernel","name":"gemm","pid":1,"device":1,"step":3}
{"ts":65,"type":"gpu-metric","name":"SMs","gpu":4,"value":80}
{"ts":100,"type":"gpu-metric","name":"SMs","gpu":4,"value":0}
{"ts":100,"type":"end","events":12}
END
# rows KEY OPTIONS...: the rows of the table of counters.
rows() {
	key=$1
	shift
	nst-sum --by "counter,$key" --tsv "$@" "$tmp/hand" 2>"$tmp/err" | sed 1d | cut -f 2,4,8,10- | tr '\t' ' ' | paste -sd /
}
is "$(rows kernel)" 'SMs 4 gemm 2 33.333 20 40 30 39 39.8/SMs 4 copy 1 80 80 80 80 80 80' 'kernel: values inside, each counts to the end of its kernel'
is "$(cat "$tmp/err")" "nst-sum: $tmp/hand: left out 1 counters of no GPU" 'a counter of no GPU is left out, with a message'
is "$(rows nvtx)" 'SMs 4 fwd 4 58.889 20 80 50 77 79.4' 'nvtx: projected ranges'
is "$(rows step)" 'SMs 4 3 2 33.333 20 40 30 39 39.8/SMs 4 4 1 80 80 80 80 80 80' 'step: from the first to the last work of a step on the GPU'
is "$(rows kernel --from 15ns --to 70ns)" 'SMs 4 gemm 1 40 40 40 40 40 40/SMs 4 copy 1 80 80 80 80 80 80' 'values in a window'
is "$(rows kernel --top 1)" 'SMs 4 gemm 2 33.333 20 40 30 39 39.8' '--top: of each counter'
is "$(nst-sum --by counter --bins 2 --tsv "$tmp/hand" | sed 1d | cut -f 2,4,8,10-13 | tr '\t' ' ' | paste -sd /)" \
	'SMs 4 0 4 34 10 60/SMs 4 50 2 80 0 80/SMs  0 1 9 9 9' '--bins: the last bin has the value at its end'
is "$(sed '$i {"ts":200,"type":"gpu-metric","name":"late","gpu":5,"value":7}
s/:12}/:13}/' "$tmp/hand" | nst-sum --by counter --bins 2 --json 2>/dev/null | jq -s 'map(.count // 0) | add')" 8 '--bins: all values are in a bin'
is "$(nst-sum --by counter,step --json "$tmp/hand" 2>/dev/null | jq -c 'select(.table) | .table.by, .table.not_additive[0]' | paste -sd ' ')" \
	'["counter","step"] "count"' 'the record of the table'
is "$(nst-sum --by kernel,counter --tsv "$tmp/hand" 2>/dev/null | head -n 1 | tr '\t' ' ')" \
	'type name source gpu device pid context kernel unit count mean min max p50 p95 p99' 'the columns'
grep -v nvtx-kernel "$tmp/hand" | sed 's/,"step":[34]//; s/"kernel"/"memset"/; s/:12/:11/' >"$tmp/bare"
for pair in 'kernel=--by counter,kernel: no kernels' \
	'nvtx=--by counter,nvtx: no ranges on a GPU, which nst-link adds' \
	'step=--by counter,step: no steps on a GPU, which nst-step adds'; do
	run nst-sum --by "counter,${pair%%=*}" "$tmp/bare"
	is "$status $(head -n 1 "$tmp/err")" "0 nst-sum: $tmp/bare: ${pair#*=}" "none: ${pair%%=*}"
done
run nst-sum --by counter,kernel --from 1ns --to 9ns "$tmp/hand"
is "$status $(head -n 1 "$tmp/err")" "0 nst-sum: $tmp/hand: no counter of a GPU has a value inside them in the window" 'no value inside a kernel'
for options in '--by kernel' '--by counter,kernel,step' '--by counter,type' '--by counter,nvtx:all' '--by counter,counter' '--by counter,kernel,kernel' \
	'--by counter,kernel --bins 2' '--by counter,none' '--by none,counter' '--by none,kernel' '--by counter,kernel --sort mean' '--by counter,step --skip 1'; do
	# shellcheck disable=SC2086 # options are several words
	run nst-sum $options "$tmp/hand"
	is "$status" 2 "refused: $options"
done

# The model: each value is inside a span or is not.
cat >"$tmp/model.jq" <<'END'
def round3: . * 1000 | (if . < 0 then -(-. + 0.5 | floor) else . + 0.5 | floor end) | . / 1000;
def percentile($p): sort | ((length - 1) * $p) as $at | ($at / 100 | floor) as $low |
	.[$low] + (if $low + 1 < length then (.[$low + 1] - .[$low]) * ($at % 100) / 100 else 0 end);
def work: IN("kernel", "memcpy", "memset", "graph", "decompress");
(map(select(.type == "meta" and .name == "device")) | map({key: "\(.pid) \(.device)", value: .args.gpu}) | from_entries) as $gpus |
def gpu: if .gpu then .gpu else $gpus["\(.pid) \(.device)"] end;
map(select(.dur)) |
(if $by == "kernel" then map(select(.type == "kernel") | {group: .name, gpu: gpu, from: .ts, to: (.ts + .dur)})
elif $by == "nvtx" then map(select(.type == "nvtx-kernel") | {group: .name, gpu: gpu, from: .ts, to: (.ts + .dur)})
else map(select((.type | work) and .step) | . + {where: gpu}) | group_by([.where, .step]) |
	map({group: .[0].step, gpu: .[0].where, from: (map(.ts) | min), to: (map(.ts + .dur) | max)}) end) as $spans |
# Ends of the union: a span that begins inside or at the end of another prolongs it.
def reach($stop): . as $all | (map(select(.from <= $stop and .to > $stop)) | map(.to) | max) as $more |
	if $more then reach($more) else $stop end;
[$events[] | select((.value | type) == "number" and (.dur | not) and gpu != null and
	($from == null or .ts >= $from) and ($to == null or .ts < $to))] |
group_by([.type, .name, .gpu, .device, .pid])[] | . as $values |
($values[0] | gpu) as $gpu |
($spans | map(select(.gpu == $gpu)) | group_by(.group))[] | . as $own |
[range(0; $values | length) as $i | $values[$i] as $v | $own[] | select(.from <= $v.ts and $v.ts < .to) |
	{i: $i, value: $v.value, ts: $v.ts, next: ($values[$i + 1].ts // $v.ts), end: (.to as $to | $own | reach($to))}] |
unique_by(.i) | select(length > 0) |
map({value, time: (([.next, .end] | min) - .ts)}) | map(.value) as $numbers |
(map(.time) | add) as $time |
{type: $values[0].type, name: $values[0].name, gpu: $values[0].gpu, device: $values[0].device, pid: $values[0].pid,
	group: $own[0].group, count: length,
	mean: (if $time > 0 then (map(.value * .time) | add) / $time else ($numbers | add / length) end),
	min: ($numbers | min), max: ($numbers | max),
	p50: ($numbers | percentile(50) | round3), p95: ($numbers | percentile(95) | round3), p99: ($numbers | percentile(99) | round3)} |
del(.[] | nulls)
END

# The mean has three decimals. If the fourth one is exactly 5, the double next to the mean decides.
{
	grep '^def round3' "$tmp/model.jq"
	cat <<'END'
def rows: sort_by(del(.mean));
def others: map(del(.mean));
($want | rows) as $want | ($got | rows) as $got |
($want | others) == ($got | others) and
	all(range($got | length); $got[.].mean == ($got[.].mean | round3) and
		($got[.].mean - $want[.].mean | fabs) < 0.000500001)
END
} >"$tmp/same.jq"

# agree BY FROM TO FILE: compares the table with the model.
agree() {
	{ echo '. as $events |'; cat "$tmp/model.jq"; } >"$tmp/program.jq"
	jq -cS -s --arg by "$1" --argjson from "$2" --argjson to "$3" -f "$tmp/program.jq" "$4" | sort >"$tmp/want"
	by=$1 file=$4
	if [ "$2" = null ]; then set --; else set -- --from "${2}ns" --to "${3}ns"; fi
	nst-sum --names raw --by "counter,$by" --json "$@" "$file" 2>"$tmp/err" |
		jq -cS --arg by "$by" 'select(.table | not) | .group = .[$by] | del(.[$by], .unit)' | sort >"$tmp/got"
	jq -n -e --slurpfile want "$tmp/want" --slurpfile got "$tmp/got" -f "$tmp/same.jq" >"$tmp/same" && return
	verdict=1
	note "--by counter,$by $* $file:" "$(diff "$tmp/want" "$tmp/got" | head -n 4)" "$(head -n 2 "$tmp/err")"
}

random() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"linked\":true}"
		for (p = 1; p < 3; p++)
			for (d = 0; d < 2; d++)
				printf "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":%d,\"device\":%d,\"args\":{\"gpu\":%d}}\n", p, d, p == 1 ? d : 1 - d
		for (i = 0; i < 60; i++) {
			ts += rand() < 0.3 ? 0 : int(rand() * 20)
			printf "{\"ts\":%d,", ts
			if (rand() < 0.5) {
				n = rand()
				printf "\"type\":\"%s\",\"name\":\"c%d\",\"value\":%d", n < 0.7 ? "gpu-metric" : "gpu-memory", rand() * 2, rand() * 100 - 20
				if (n < 0.7) printf ",\"gpu\":%d}\n", rand() * 3
				else printf ",\"pid\":%d,\"device\":%d}\n", 1 + rand() * 2, rand() * 2
				continue
			}
			n = rand()
			printf "\"dur\":%d,\"type\":\"%s\",\"name\":\"k%d\",\"pid\":%d,\"device\":%d", rand() < 0.1 ? 0 : rand() * 60,
				n < 0.5 ? "kernel" : n < 0.7 ? "memcpy" : "nvtx-kernel", rand() * 3, 1 + rand() * 2, rand() * 2
			if (rand() < 0.7) printf ",\"step\":%d", ts / 100
			print "}"
		}
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":60}\n", ts
	}'
}
note "SPANS=$SPANS SEED=$SEED"
verdict=0
seed=$SEED
while [ "$seed" -lt $((SEED + SPANS)) ]; do
	random "$seed" >"$tmp/random"
	for by in kernel nvtx step; do
		if [ $((seed % 3)) = 0 ]; then agree "$by" 30 200 "$tmp/random"; else agree "$by" null null "$tmp/random"; fi
	done
	seed=$((seed + 1))
done
report "$verdict" "$SPANS random streams agree with the model"

nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null | nst-step >"$tmp/sample" 2>/dev/null
verdict=0
for by in nvtx step; do
	agree "$by" null null "$tmp/sample"
	[ -s "$tmp/want" ] || verdict=1
done
report "$verdict" 'the sample: ranges and steps agree with the model'

# SQL: the metrics inside the islands of time in which kernels of one name ran on a GPU.
nst-sum --names raw --by counter,kernel --tsv "$tmp/sample" 2>/dev/null |
	awk -F '\t' 'NR > 1 && $1 == "gpu-metric" { print $4 "|" $2 "|" $8 "|" $10 "|" $11 "|" $12 "|" $13 }' | sort >"$tmp/got"
sqlite3 "$(profile sample)" >"$tmp/sql" <<'END'
WITH kernels AS (
	SELECT d.gpuId AS gpu, s.value AS name, k.start, k.end,
		max(k.end) OVER (PARTITION BY d.gpuId, s.value ORDER BY k.start ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
	FROM CUPTI_ACTIVITY_KIND_KERNEL k
	JOIN StringIds s ON s.id = k.shortName
	JOIN TARGET_INFO_CUDA_DEVICE d ON d.cudaId = k.deviceId AND d.pid = k.globalPid / 0x1000000 % 0x1000000
), numbered AS (
	SELECT *, sum(before IS NULL OR start > before) OVER (PARTITION BY gpu, name ORDER BY start ROWS UNBOUNDED PRECEDING) AS island FROM kernels
), islands AS (
	SELECT gpu, name, min(start) AS start, max(end) AS end FROM numbered GROUP BY gpu, name, island
), samples AS (
	SELECT typeId, typeId % 256 AS gpu, metricId, value, timestamp AS ts,
		lead(timestamp) OVER (PARTITION BY typeId, metricId ORDER BY timestamp) AS next
	FROM GPU_METRICS
), inside AS (
	SELECT s.gpu, m.metricName AS metric, i.name, s.value, min(coalesce(s.next, s.ts), i.end) - s.ts AS time
	FROM samples s JOIN islands i ON i.gpu = s.gpu AND i.start <= s.ts AND s.ts < i.end
	JOIN TARGET_INFO_GPU_METRICS m USING (typeId, metricId)
)
SELECT gpu, metric, name, count(*), printf('%.3f', 1.0 * sum(value * time) / sum(time)), min(value), max(value)
FROM inside GROUP BY gpu, metric, name HAVING sum(time) > 0;
END
awk -F '|' -v OFS='|' '{ $5 += 0; print }' "$tmp/sql" | sort >"$tmp/want"
same "$tmp/got" "$tmp/want" 'the sample: kernels agree with SQL'
ok 'SQL has rows' test "$(wc -l <"$tmp/want")" -gt 20

finish
