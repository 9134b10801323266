#!/bin/sh
# SPDX-License-Identifier: MIT
# The queue of each stream (nst-state --queue, nst-sum --by counter) and the delay of launches: by
# hand, and the figures of HolisticTraceAnalysis.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'

cat >"$tmp/hand" <<'END'
{"ts":0,"type":"stream","format":1}
{"ts":0,"dur":90,"type":"osrt","name":"poll","pid":1,"tid":1}
{"ts":10,"type":"gpu-queue","name":"Queue of stream 7","pid":1,"device":0,"stream":7,"value":1023}
{"ts":20,"type":"gpu-queue","name":"Queue of stream 7","pid":1,"device":0,"stream":7,"value":1024}
{"ts":50,"type":"gpu-queue","name":"Queue of stream 7","pid":1,"device":0,"stream":7,"value":2000}
{"ts":55,"type":"gpu-metric","name":"SMs","gpu":0,"value":2000}
{"ts":60,"type":"gpu-queue","name":"Queue of stream 7","pid":1,"device":0,"stream":7,"value":5}
{"ts":90,"type":"gpu-queue","name":"Queue of stream 7","pid":1,"device":0,"stream":7,"value":2000}
{"ts":90,"type":"end","events":7}
END
is "$(nst-sum --by counter --tsv "$tmp/hand" | tr '\t' ' ' | cut -d ' ' -f 1- | paste -sd /)" \
	'type name source gpu device pid context unit count mean min max p50 p95 p99 change_mean full_time/gpu-metric SMs  0     1 2000 2000 2000 2000 2000 2000  /gpu-queue Queue of stream 7   0 1   5 763.75 5 2000 1024 2000 2000 1210.4 40' \
	'a queue has the mean of its changes, and the time with 1,024 launches or more'
is "$(nst-sum --by counter --from 30ns --to 70ns --json "$tmp/hand" | jq -c 'select(.full_time != null) | [.count, .change_mean, .full_time]')" '[2,1002.5,10]' 'in a window'
is "$(nst-sum --by counter --bins 2 --json "$tmp/hand" | jq -c 'select(.full_time != null) | [.bin, .full_time]' | paste -sd ' ')" '[0,25] [45,10]' 'in bins'
grep -v gpu-queue "$tmp/hand" | sed 's/:7}/:2}/' >"$tmp/none"
is "$(nst-sum --by counter --tsv "$tmp/none" | head -n 1 | grep -c -E 'change_mean|full_time')" 0 'only a queue has these columns'
like "$(nst-sum --by counter --json "$tmp/hand" | head -n 1)" '"p99","change_mean"\]' 'the mean of changes must not be added up, the time may be'

# HTA takes all devices of a trace together. It leaves out what two calls of HIP launched, as
# tests/nst-dump/hta.jq says: those traces are not here. 0.002 is twice the error of its rounding.
: "${KINETO:=../shared/kineto}"
for name in alexnet-sync-events bert-h100 eager-b200 nccl-2streams resnet-ddp-v100-ns sampled-rank-0 sampled-rank-1; do
	[ -e "$KINETO/$name.json.gz" ] || { skip "no $name in KINETO"; continue; }
	nst-dump "$KINETO/$name.json.gz" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	nst-state --queue "$tmp/linked" 2>/dev/null | nst-sum --by counter --json 2>/dev/null >"$tmp/queues"
	is "$(jq -rs --slurpfile hta "$KINETO/$name.hta.json" '. as $rows | $hta[0].queue_length[] | . as $h |
		[$rows[] | select(.name == "Queue of stream \($h.stream)")] as $own |
		select(($own | length) != 1 or $own[0].count != $h.queue_length_count or $own[0].max != $h.queue_length_max or
			$own[0].min != $h.queue_length_min or $own[0].p50 != $h["queue_length_50%"] or
			($own[0].change_mean - $h.queue_length_mean | fabs) > 0.002) | "\($h) \($own)"' "$tmp/queues")" '' "$name: the queues of HTA"
	is "$(jq -s 'map(select(.type == "gpu-queue")) | length' "$tmp/queues")" "$(jq '.queue_length | length' "$KINETO/$name.hta.json")" "$name: as many streams"
	# The delay is what nst-sum calls queue: its mean times the number of launches that had one.
	slack=0.0005
	gzip -dc "$KINETO/$name.json.gz" | grep -qE '"ts": *[0-9]{16}\.' && slack=0.25
	is "$(nst-sum --by type --event '^(cudaLaunchKernel(ExC)?|cudaMemcpyAsync|cudaMemsetAsync)$' --json "$tmp/linked" 2>/dev/null |
		jq -r --argjson slack "$slack" --slurpfile hta "$KINETO/$name.hta.json" 'select(.type == "cuda-api") | $hta[0].launch_stats["0"] as $h |
		select(.launches != $h.launches or ((.queued * (.queue // 0) / 1000 - $h.launch_delay_sum_us | fabs) > .launches * $slack + 0.01)) |
		"\(.launches) \(.queued) \(.queue) \($h)"')" '' "$name: the launches of HTA and their delays"
done

finish
