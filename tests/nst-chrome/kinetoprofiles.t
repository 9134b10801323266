#!/bin/sh
# SPDX-License-Identifier: MIT
# --kineto: traces of real profiles and of the sample. The rules and figures of their readers are in
# ../shared/kineto/README.md; kinetorules.jq and kinetohta.jq have them anew.
. tests/tap.sh
. tests/nst-chrome/kineto.sh

: "${KINETO:=../shared/kineto}"

# figures: what HTA says of $tmp/trace.json.
figures() {
	jq -r -f tests/nst-chrome/kinetohta.jq "$tmp/trace.json"
}

# rules NAME: $tmp/trace.json breaks no rule.
rules() {
	is "$(jq -r -f tests/nst-chrome/kinetorules.jq "$tmp/trace.json" 2>&1 | head -n 5)" '' \
		"$1: the rules of readers"
}

# kept BACK FILE: the events that a trace keeps, of a stream; BACK is true if it is of a trace.
# Times count from $first to $until.
kept() {
	jq -r --argjson back "$1" --argjson first "$first" --argjson until "$until" \
		-f tests/nst-chrome/kinetosame.jq "$2" | sort
}

# roundtrip NAME FILE: nst-dump and nst-link make the same events of $tmp/trace.json as are in the
# stream.
roundtrip() {
	nst-dump "$tmp/trace.json" 2>"$tmp/err" | nst-link >"$tmp/back" 2>>"$tmp/err"
	first=0
	until=$(jq -n '[inputs | select(.type != "end" and .type != "stream") | .ts + (.dur // 0)] | max' \
		"$2")
	kept false "$2" >"$tmp/wanted"
	kept true "$tmp/back" >"$tmp/got"
	same "$tmp/got" "$tmp/wanted" "$1: a round trip ($(grep -c . "$tmp/wanted") events)"
	is "$(jq -n 'input.utc' "$tmp/back")" "$(jq -n 'input.utc' "$2")" "$1: the same utc"
}

# The processes of real profiles, one by one.
for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link >"$tmp/linked" 2>/dev/null
	for pid in $(jq -r 'select(.type | IN("kernel", "memcpy", "memset", "graph")) | .pid' \
		"$tmp/linked" | sort -nu); do
		chosen || continue
		[ "$pid" != null ] || continue # missing-columns has neither processes nor contexts
		nst-filter --pid "$pid" "$tmp/linked" >"$tmp/stream"
		trace "$tmp/stream"
		is "$status" 0 "$name, process $pid: exit status"
		rules "$name, process $pid"
		roundtrip "$name, process $pid" "$tmp/stream"
	done
done

# The figures that HTA 0.6.1 printed for these traces.
nst-dump "$(profile sample)" 2>"$tmp/err" | nst-link >"$tmp/sample" 2>>"$tmp/err"
for rank in 0:66.55 1:66.61; do
	nst-filter --rank "${rank%:*}" "$tmp/sample" >"$tmp/stream"
	trace "$tmp/stream"
	is "$(figures | tail -n 1)" "${rank#*:}" "rank ${rank%:*} of the sample: overlap"
	is "$(jq -c .distributedInfo "$tmp/trace.json")" "{\"rank\":${rank%:*}}" \
		"rank ${rank%:*}: its rank"
	ok "rank ${rank%:*}: the rank as HTA searches for it" grep -q '"rank": [0-9]' "$tmp/trace.json"
done
is "$(jq -c '.deviceProperties[] | [.id, .name, .totalGlobalMem, .numSms, .computeMajor, .computeMinor]' "$tmp/trace.json")" \
	"$(jq -c 'select(.type == "meta" and .name == "device" and .pid == 4202)
		| [.device, .args.name, .args.memory, .args.sms, .args.compute_major, .args.compute_minor]' "$tmp/sample")" 'deviceProperties'
pytorch=$(profile pytorch-2gpu-3.25.0)
if [ -e "$pytorch" ]; then
	nst-dump "$pytorch" | nst-link | nst-filter --device 0 >"$tmp/stream"
	trace "$tmp/stream"
	is "$(figures | head -n 1)" '22385.163 940505.084 6557.358 969447.605' \
		'GPU 0 of pytorch-2gpu: compute, other, idle time, span'
	is "$(grep -c 'left out 122 events of other processes' "$tmp/err")" 1 \
		'events of other processes are counted'
else
	skip 'no real profiles' 'GPU 0 of pytorch-2gpu'
fi

# Traces of PyTorch, and what becomes of them, give the figures of HTA, but for rounding: HTA and jq
# hold times as doubles.
hta() {
	is "$(figures | jq -nR --slurpfile hta "$KINETO/$1.hta.json" '
		[inputs | split(" ")[] | tonumber?] as $ours
		| $hta[0] | [(.temporal_breakdown_us[0] | .["compute_time(us)", "non_compute_time(us)",
			"idle_time(us)", "kernel_time(us)"]), (.comm_comp_overlap[0].comp_comm_overlap_pctg // empty)]
		| [., $ours] | transpose | map(.[0] - .[1] | fabs < 0.0015) | all')" true "$1: $2"
}
for name in nccl-2streams bert-h100 bert-mi300 eager-b200; do
	if [ ! -e "$KINETO/$name.json.gz" ]; then
		skip 'no traces of PyTorch' "$name"
		continue
	fi
	gzip -dc "$KINETO/$name.json.gz" >"$tmp/trace.json"
	hta "$name" 'the figures of HTA'
	nst-dump "$KINETO/$name.json.gz" 2>"$tmp/err" | nst-link >"$tmp/stream" 2>>"$tmp/err"
	trace "$tmp/stream"
	is "$status" 0 "$name: exit status"
	hta "$name" 'the figures of HTA, of the trace written anew'
done

# What TensorBoard's plugin counts as communication and as other host time is the same, too. Some
# versions of PyTorch make a projection up to 1.5 us longer than the work in it, and times near
# 1.7e15 us are doubles, which are rounded by 0.125 us.
for name in sampled-rank-0 sampled-rank-1 nccl-2streams resnet-ddp-v100-ns bert-h100 bert-mi300 eager-b200 vllm-decode-graphs; do
	if [ ! -e "$KINETO/$name.json.gz" ]; then
		skip 'no traces of PyTorch' "$name: communication"
		continue
	fi
	gzip -dc "$KINETO/$name.json.gz" | jq -c -f tests/nst-chrome/tensorboard.jq >"$tmp/before"
	nst-dump "$KINETO/$name.json.gz" 2>"$tmp/err" | nst-link >"$tmp/stream" 2>>"$tmp/err"
	trace "$tmp/stream"
	jq -c -f tests/nst-chrome/tensorboard.jq "$tmp/trace.json" >"$tmp/after"
	is "$(jq -n -c --slurpfile a "$tmp/before" --slurpfile b "$tmp/after" '[$a, $b] | transpose
		| [.[0:2][] | .[0] - .[1] | fabs] as [$communication, $host]
		| [$communication <= 0.01 + 1.5 * .[2][0] + $a[0] / 1000, $host <= 0.01 + 1.5 * .[2][0], .[2][0] == .[2][1]]')" \
		'[true,true,true]' "$name: communication and host time of TensorBoard ($(paste -s -d ' ' "$tmp/before"), ours $(paste -s -d ' ' "$tmp/after"))"
done

finish
