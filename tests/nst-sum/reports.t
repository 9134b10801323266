#!/bin/sh
# SPDX-License-Identifier: MIT
# The reports say what SQL over the stream says (reports.sql), in the sample and in every real
# export; and their rows are in order.
. tests/tap.sh

: "${REPORTS:=../shared/reports}"

# The reports that reports.sql knows.
list='cuda_gpu_sum cuda_api_gpu_sum cuda_gpu_kern_gb_sum nvtx_pushpop_sum nvtx_startend_sum mpi_event_sum mpi_msg_size_sum cuda_gpu_trace cuda_api_trace cuda_kern_exec_trace
	cuda_kern_exec_sum nvtx_pushpop_trace nvtx_gpu_proj_trace nvtx_kern_sum um_sum:rows=100000 um_total_sum cuda_api_sync:rows=100000 cuda_memcpy_async:rows=100000
	cuda_memcpy_sync:rows=100000 cuda_memset_sync:rows=100000'

# compare NAME FILE: what nst-sum and what SQL say of an export.
compare() {
	nst-dump "$2" 2>/dev/null | nst-link --ops kernel,memcpy,memset,graph >"$tmp/linked"
	: >"$tmp/got"
	for report in $list; do
		nst-sum --json --report "$report" "$tmp/linked" 2>/dev/null | sed "s/^/$report$(printf '\037')/" >>"$tmp/got"
	done
	sqlite3 -batch -bail :memory: <<-END >"$tmp/differ" 2>&1
		CREATE TABLE line(text);
		CREATE TABLE got(kind, line);
		.mode ascii
		.separator "\037" "\n"
		.import $tmp/linked line
		.import $tmp/got got
		.read tests/nst-sum/reports.sql
	END
	like "$(cat "$tmp/differ")" '^rows ([0-9]+) \1$' "$1: $(sed -n '$s/.* //p' "$tmp/differ") rows"
}

# rows REPORT COLUMN ORDER: a column of a report goes up or down.
rows() {
	nst-sum --json --report "$1" "$tmp/linked" 2>/dev/null | jq ".[\"$2\"] | tonumber" >"$tmp/column"
	like "$(wc -l <"$tmp/column")" '^[1-9][0-9]+$' "$1: more than a few rows"
	ok "$1: by $2" sort -c "-${3}s" "$tmp/column"
}

for name in $(profiles); do
	compare "$name" "$(profile "$name")"
done
if [ -d "$REPORTS" ]; then
	for file in "$REPORTS"/*.sqlite; do
		name=${file##*/}
		compare "${name%.sqlite}" "$file"
	done
else
	report 0 "# SKIP $REPORTS is absent: more exports"
fi

nst-dump "$(profile sample)" | nst-link --ops kernel,memcpy,memset,graph >"$tmp/linked"
rows cuda_gpu_trace 'Start (ns)' n
rows cuda_api_trace 'Start (ns)' n
rows cuda_kern_exec_trace 'API Start (ns)' n
rows nvtx_pushpop_trace 'Start (ns)' n
rows nvtx_gpu_proj_trace 'Projected Start (ns)' n
rows nvtx_kern_sum 'Total Time (ns)' rn
rows cuda_gpu_sum 'Total Time (ns)' rn
rows cuda_api_sync 'Duration (ns)' rn

# The title says which names the rows have: NVIDIA's title is only over NVIDIA's rows.
for names in short:base mangled:mangled demangled:; do
	option=${names#*:}
	nst-dump --names "${names%:*}" "$(profile sample)" 2>"$tmp/said" | nst-filter --type kernel >"$tmp/in"
	is "$(nst-sum --report cuda_gpu_kern_sum "$tmp/in" | grep '\*\*')" \
		" ** CUDA GPU Kernel Summary (cuda_gpu_kern_sum${option:+:$option}):" "--names ${names%:*}: the title"
	run nst-stats -r "cuda_gpu_kern_sum${option:+:$option}" "$(profile sample)"
	like "$(cat "$tmp/out")" "\(cuda_gpu_kern_sum${option:+:$option}\)" "--names ${names%:*}: that of nst-stats"
done
is "$(nst-sum --report cuda_gpu_mem_time_sum "$tmp/in" 2>&1 | grep -c ':base')" 0 'reports without kernels have no such names'
finish
