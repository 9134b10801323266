#!/bin/sh
# SPDX-License-Identifier: MIT
# Real exports from 2021 to 2026, and the sample: the whole stream is what SQL makes of the file.
. tests/tap.sh
. tests/nst-dump/oracle.sh

# rows NAME TABLE [WHERE]: how many rows a table has; 0 without it.
rows() {
	sql "$1" "SELECT count(*) FROM $2 WHERE ${3:-1}" 2>/dev/null || echo 0
}

# wanted NAME: the number of events of each type.
wanted() {
	cupti=CUPTI_ACTIVITY_KIND_
	echo "cublas $(rows "$1" CUBLAS_EVENTS)"
	echo "cuda-api $(($(rows "$1" ${cupti}RUNTIME) - $(rows "$1" ${cupti}RUNTIME 'eventClass = 67')))"
	echo "cuda-sync $(rows "$1" ${cupti}SYNCHRONIZATION)"
	echo "diagnostic $(rows "$1" DIAGNOSTIC_EVENT)"
	echo "gpu-memory $(rows "$1" CUDA_GPU_MEMORY_USAGE_EVENTS)"
	echo "gpu-metric $(rows "$1" GPU_METRICS)"
	echo "graph $(rows "$1" ${cupti}GRAPH_TRACE)"
	echo "graph-node $(rows "$1" CUDA_GRAPH_NODE_EVENTS)"
	echo "kernel $(rows "$1" ${cupti}KERNEL)"
	echo "memcpy $(rows "$1" ${cupti}MEMCPY)"
	echo "memset $(rows "$1" ${cupti}MEMSET)"
	echo "mpi $(($(rows "$1" MPI_P2P_EVENTS) + $(rows "$1" MPI_COLLECTIVES_EVENTS)))"
	echo "nvtx $(rows "$1" NVTX_EVENTS 'eventType IN (59, 60)')"
	echo "nvtx-mark $(rows "$1" NVTX_EVENTS 'eventType = 34')"
	echo "opengl $(rows "$1" OPENGL_API)"
	echo "opengl-gpu $(rows "$1" OPENGL_WORKLOAD)"
	echo "osrt $(rows "$1" OSRT_API)"
	echo "overhead $(($(rows "$1" PROFILER_OVERHEAD) + $(rows "$1" ${cupti}OVERHEAD)))"
	echo "sample $(rows "$1" COMPOSITE_EVENTS)"
	echo "sched $(rows "$1" SCHED_EVENTS)"
}

for name in $(profiles); do
	run nst-dump "$(profile "$name")"
	is "$status" 0 "$name: exit status"
	is "$(cat "$tmp/err")" '' "$name: nothing is left out"
	agrees "$(profile "$name")" "$name: every record is what SQL says, in its order"

	got=$(sed 's/.*"type":"\([a-z-]*\)".*/\1/' "$tmp/out" | grep -Ev '^(stream|end|meta)$' | sort | uniq -c | awk '{ print $2, $1 }')
	is "$got" "$(wanted "$name" | grep -v ' 0$')" "$name: events per type are rows per table"
	is "$(jq -r 'keys_unsorted[0]' "$tmp/out" 2>&1 | sort | uniq -c | awk '{ print $1, $2 }')" "$(wc -l <"$tmp/out") ts" "$name: every line is an object, ts its first key"
	ok "$name: in order for sort(1)" sort -c -s -t: -k2,2n "$tmp/out"
	is "$(head -n 1 "$tmp/out" | jq -c '[.type, .format]')" '["stream",1]' "$name: the header comes first"
	is "$(tail -n 1 "$tmp/out" | jq -c '[.type, .events]')" "[\"end\",$(($(wc -l <"$tmp/out") - 2))]" "$name: the end comes last and counts the others"
	is "$(cat "$tmp/out" "$tmp/err" | grep -c NST_CANARY)" 0 "$name: no secrets"
	is "$(grep '"type":"meta"' "$tmp/out" | cut -d, -f2- | sort | uniq -d)" '' "$name: nothing is named twice"
done
finish
