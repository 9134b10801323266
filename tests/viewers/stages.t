#!/bin/sh
# SPDX-License-Identifier: MIT
# Perfetto's tables of GPU work have what nst-perfetto --render-stages wrote: each stage with its
# names against the stream, and its args against those of the slices that are written without it.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

complaints="select name, value from stats where severity in ('error', 'data_loss') and value > 0"

# A line for each stage: time, duration, name, queue, GPU, pid, API. It drops the
# suffix " · ..." by which nst-perfetto tells queues of one name apart.
stages="select s.ts, s.dur, replace(replace(s.name, char(10), ' '), char(9), ' ') as name,
	substr(t.name, 1, instr(t.name || ' · ', ' · ') - 1) as queue,
	extract_arg(t.dimension_arg_set_id, 'gpu') as gpu, p.pid, c.api
	from gpu_slice s join gpu_track t on s.track_id = t.id
	join process p using (upid) join __intrinsic_gpu_context c using (context_id)"
wanted='[inputs] as $all
	| ($all | map(select(.type == "meta" and .name == "stream" and .args.default)
		| "\(.pid) \(.context) \(.stream)")) as $defaults
	| $all[] | select(.type == ("kernel", "memcpy", "memset", "graph")
		and has("dur") and has("device"))
	| [.ts - $base, .dur, (.name | gsub("[\n\t]"; " ")),
		(if .type == "memcpy" and .context == 0 and .stream == 0 then "Unified memory"
		elif "\(.pid) \(.context) \(.stream)" | IN($defaults[])
		then "Stream \(.stream) (default)" else "Stream \(.stream)" end),
		.device, (.pid // 0), "CUDA"] | join("\t")'

# args IGNORED: the args of a slice or stage s but those IGNORED, on one line.
args() {
	echo "(select replace(group_concat(replace(key, 'debug.', '') || '=' || display_value, '; '),
		char(10), ' ') from (select * from args a where a.arg_set_id = s.arg_set_id
		and key not in ($1) and key not like 'launch.%' order by key)) as args"
}
# What Perfetto adds to the args of each stage.
own="'context_id', 'render_target', 'render_target_name', 'render_pass', 'render_pass_name',
	'render_subpasses', 'command_buffer', 'command_buffer_name', 'submission_id',
	'hw_queue_id', 'upid', 'render_stage_category', 'description'"

# dimension NAME: the three columns of a dimension of a launch.
dimension() {
	for axis in x y z; do
		printf "extract_arg(arg_set_id, 'launch.%s.%s') as %s_%s\n" "$1" "$axis" "$1" "$axis"
	done | paste -s -d ','
}

for name in $(profiles); do
	stream=$tmp/$name.ndjson
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link >"$stream" 2>"$tmp/err"
	nst-perfetto --render-stages "$stream" >"$tmp/stages.pftrace" 2>"$tmp/err"
	nst-perfetto "$stream" >"$tmp/slices.pftrace" 2>"$tmp/err"
	# The time 0 of a trace is its first event if that is negative.
	base=$(jq -n '[0, first(inputs | select(.type != "meta" and .type != "stream") | .ts)] | min' \
		"$stream")
	is "$(ask "$tmp/stages.pftrace" "$complaints")" '' "$name: no statistic of an error or loss"

	jq -r -n --argjson base "$base" "$wanted" "$stream" | sort >"$tmp/want"
	ask "$tmp/stages.pftrace" "$stages" | sort >"$tmp/got.stages"
	same "$tmp/got.stages" "$tmp/want" "$name: $(grep -c . "$tmp/want") stages with their names"

	ask "$tmp/slices.pftrace" "select ts, dur, name, $(args "'debug.corr'") from slice s
		where category in ('kernel', 'memcpy', 'memset', 'graph')" | sort >"$tmp/want"
	ask "$tmp/stages.pftrace" "select ts, dur, name, $(args "$own, 'corr'") from gpu_slice s" |
		sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: the args of stages are those of slices"

	jq -r --argjson base "$base" 'select(.type == "kernel" and has("dur") and .args.grid)
		| [.ts - $base, .dur, .args.grid[], .args.block[]] | @tsv' "$stream" |
		sort >"$tmp/want"
	ask "$tmp/stages.pftrace" "select ts, dur, $(dimension grid_size),
		$(dimension workgroup_size) from gpu_slice
		where extract_arg(arg_set_id, 'launch.grid_size.x') is not null" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: grids and blocks of $(grep -c . "$tmp/want") kernels"

	# A label is "GPU 0", or "GPU 0 · " with the name of the GPU, whose first words may be left
	# out. awk writes the number for a right label, and a wrong label as it is.
	jq -r 'select(.type == "meta" and .name == "device" and .args.name)
		| [.device, .args.name] | @tsv' "$stream" >"$tmp/names"
	cut -f 5 "$tmp/got.stages" | sort -u >"$tmp/want"
	ask "$tmp/stages.pftrace" "select gpu, name from gpu" |
		awk -F '\t' -v names="$tmp/names" '
			BEGIN { while ((getline <names) > 0) name[$1] = " " $2 }
			{
				plain = "GPU " $1
				rest = substr($2, length(plain " ·") + 1)
				end = substr(name[$1], length(name[$1]) - length(rest) + 1)
				full = rest == "" ? plain : plain " ·" end
				named = (name[$1] != "") == (rest != "")
				print named && $2 == full ? $1 : $2
			}' | sort -u >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: GPUs by their names"

	is "$(ask "$tmp/stages.pftrace" "select count(*) from flow")" \
		"$(ask "$tmp/slices.pftrace" "select count(*) from flow")" "$name: as many arrows"
done
finish
