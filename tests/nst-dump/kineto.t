#!/bin/sh
# SPDX-License-Identifier: MIT
# Traces of PyTorch's profiler: every event of nine real ones, against jq over the same files.
. tests/tap.sh

: "${KINETO:=../shared/kineto}"
[ -e "$KINETO/README.md" ] || skipall 'no traces of PyTorch'

# astext FILE: times as strings: jq reads numbers as doubles, which have no room for nanoseconds
# since 1970.
astext() {
	sed -E 's/"(ts|dur)": *([-0-9.]+)/"\1":"\2"/g' "$1"
}

for trace in "$KINETO"/*.json.gz; do
	name=$(basename "$trace" .json.gz)
	gzip -dc "$trace" >"$tmp/trace.json"
	astext "$tmp/trace.json" |
		jq -r -f tests/nst-dump/kineto.jq | sort >"$tmp/wanted"
	run nst-dump --python "$trace"
	is "$status" 0 "$name: exit status"
	mv "$tmp/out" "$tmp/stream"
	astext "$tmp/stream" | jq -r -f tests/nst-dump/kinetostream.jq | sort >"$tmp/got"
	same "$tmp/got" "$tmp/wanted" "$name: all events"
	ok "$name: some events" test -s "$tmp/got"
	is "$(jq -n '[inputs | .ts] | . == sort' "$tmp/stream")" true "$name: order"
	is "$(tail -n 1 "$tmp/stream" | jq .events)" "$(($(wc -l <"$tmp/stream") - 2))" \
		"$name: the end counts the events"

	for option in '-j 2' '--sort-memory 1'; do
		# shellcheck disable=SC2086 # an option and its value
		run nst-dump --python $option "$tmp/trace.json"
		same "$tmp/out" "$tmp/stream" "$name: $option: the same stream of the bare file"
	done
	nometa='"type":"(meta|stream|end)"|"domain":"python_function"'
	grep -vE "$nometa" "$tmp/stream" >"$tmp/wanted"
	nst-dump "$trace" 2>"$tmp/err" >"$tmp/all"
	grep -vE "$nometa" "$tmp/all" >"$tmp/got"
	same "$tmp/got" "$tmp/wanted" "$name: without --python"

	# What is left out is counted by category.
	jq -r '.traceEvents[]
		| select(.ph != "M" and .name != "[memory]")
		| .cat // if .name == "Iteration Start: PyTorch Profiler" or .name == "Record Window End"
			then "marks of the profiler" else "phase " + .ph end
		| select(IN("cpu_op", "user_annotation", "cuda_runtime", "cuda_driver", "kernel",
			"gpu_memcpy", "gpu_memset", "cuda_sync", "overhead") | not)' "$tmp/trace.json" |
		sort | uniq -c | awk '{ n = $1; $1 = ""; print substr($0, 2), n }' >"$tmp/wanted"
	{
		sed -n 's/.*: events not dumped: //p' "$tmp/err" | sed 's/, /\n/g'
		tail -n 1 "$tmp/all" | jq -r '(.skipped // {}) | to_entries[] | "\(.key) \(.value)"'
	} | sort >"$tmp/got"
	sort "$tmp/wanted" | diff - "$tmp/got" >"$tmp/diff"
	is "$(cat "$tmp/diff")" '' "$name: events that are left out"
	is "$(grep -cE 'python_function|ac2g|Trace' "$tmp/err")" 0 "$name: nothing is said of what no answer depends on"
done

# What is known about the capture.
meta() {
	nst-dump "$KINETO/$1.json.gz" 2>"$tmp/err" | jq -c "select(.type == \"meta\" and .name == \"$2\") | .args"
}
is "$(meta sampled-rank-1 process | jq .rank)" 1 'distributedInfo: the rank'
is "$(meta sampled-rank-1 capture)" '{"schemaVersion":1,"record_shapes":1,"backend":"nccl","rank":1,"world_size":128}' \
	'the meta record of the capture'
is "$(meta alexnet-sync-events device)" \
	'{"name":"NVIDIA A100-PG509-200","gpu":0,"ordinal":0,"memory":42297524224,"sms":108,"compute_major":8,"compute_minor":0}' \
	'deviceProperties'
for name in bert-h100 sampled-rank-0 resnet-ddp-v100-ns vllm-decode-graphs; do
	is "$(nst-dump "$KINETO/$name.json.gz" 2>"$tmp/err" | jq -n 'input.utc')" \
		"$(gzip -dc "$KINETO/$name.json.gz" | jq '.baseTimeNanoseconds //
			if ([.traceEvents[].ts // empty] | min) > 1e15 then 0 else null end')" "$name: utc"
done

finish
