#!/bin/sh
# SPDX-License-Identifier: MIT
# Samples, scheduling, calls of the system, OpenGL and copies of unified memory of three real
# exports, read beside SQL over their tables. The queries follow NVIDIA's description of the tables,
# and share nothing with the oracle of the other tests.
. tests/tap.sh

for name in cloverleaf-3.13.2 opengl-uvm-3.11.1 cpu-only-3.16.1; do
	[ -e "$(profile "$name")" ] || skipall "no $name"
done

# both DESCRIPTION JQ SQL: for export $name, what jq makes of all events, and SQL of the tables, is
# the same in any order, and is something.
both() {
	jq -cn "$2" "$tmp/$name.ndjson" 2>&1 | sort >"$tmp/stream"
	sql "$name" "$3" 2>&1 | sort >"$tmp/tables"
	same "$tmp/stream" "$tmp/tables" "$name: $1"
	ok "$name: $1: there are some" test -s "$tmp/tables"
}

# label TABLE COLUMN: the label of a code.
label() {
	echo "(SELECT label FROM $1 WHERE id = $2)"
}

# text COLUMN: a string; its number where it is what the program wrote, which is nobody's business.
text() {
	echo "(SELECT CASE WHEN id IN (SELECT contentId FROM ProcessStreams) THEN id || '' ELSE value END FROM StringIds WHERE id = $1)"
}
ids='globalTid >> 24 & 0xFFFFFF, globalTid & 0xFFFFFF'

# What every export has that sampled CPUs.
cpus() {
	both 'samples' 'inputs | select(.type == "sample") | [.ts, .dur, .pid, .tid, .name, .args.cpu, .args.state, .args.cycles]' \
		"SELECT json_array(start, NULL, $ids, $(text symbol), cpu, $(label ENUM_SAMPLING_THREAD_STATE 'nullif(threadState, 0)'), cpuCycles)
		FROM COMPOSITE_EVENTS LEFT JOIN SAMPLING_CALLCHAINS USING (id) WHERE coalesce(stackDepth, 0) = 0"
	both 'samples of each thread' '[inputs | select(.type == "sample")] | group_by([.pid, .tid])[] | [.[0].pid, .[0].tid, length, (map(.args.cycles) | add), (map(.args.stack | length) | add)]' \
		"SELECT json_array($ids, count(*), sum(cpuCycles), sum(frames)) FROM (SELECT *, (SELECT count(*) FROM SAMPLING_CALLCHAINS s WHERE s.id = c.id) AS frames FROM COMPOSITE_EVENTS c) GROUP BY globalTid"
	both 'frames of samples, the leaf has depth 0' 'inputs | select(.type == "sample") | [.ts, .pid, .tid] as $at | .args.stack | reverse | to_entries[] | $at + [.key, .value.symbol, .value.module]' \
		"SELECT json_array(start, $ids, stackDepth, $(text symbol), $(text module)) FROM COMPOSITE_EVENTS JOIN SAMPLING_CALLCHAINS USING (id)"
	both 'scheduling' 'inputs | select(.type == "sched") | [.ts, .dur, .pid, .tid, .name, .args.cpu, .args.state, .args.block]' \
		"SELECT json_array(start, NULL, $ids, CASE isSchedIn WHEN 1 THEN 'sched-in' WHEN 0 THEN 'sched-out' END, cpu, $1, $2) FROM SCHED_EVENTS"
	both 'scheduling in and out' '[inputs | select(.type == "sched")] | group_by(.name)[] | [.[0].name, length, (map(.ts) | min), (map(.ts) | max)]' \
		"SELECT json_array(CASE isSchedIn WHEN 1 THEN 'sched-in' ELSE 'sched-out' END, count(*), min(start), max(start)) FROM SCHED_EVENTS GROUP BY isSchedIn"
	# from in to the next out of the same thread
	both 'how long each CPU ran' 'reduce (inputs | select(.type == "sched")) as $e ({}; "\($e.pid) \($e.tid)" as $thread |
			if $e.name == "sched-in" then .at[$thread] = $e.ts elif .at[$thread] then .sum["\($e.args.cpu)"] += $e.ts - .at[$thread] | del(.at[$thread]) else . end) |
			.sum | to_entries[] | [.key, .value]' \
		"SELECT json_array(until || '', sum(stop - start)) FROM (SELECT *, lead(start) OVER w AS stop, lead(cpu) OVER w AS until, lead(isSchedIn) OVER w AS next
			FROM SCHED_EVENTS WINDOW w AS (PARTITION BY globalTid ORDER BY start, rowid)) WHERE isSchedIn = 1 AND next = 0 GROUP BY until"
	both 'calls of the system' 'inputs | select(.type == "osrt") | [.ts, .dur, .pid, .tid, .name, .args.return, .args.nesting, (.args.stack | length)]' \
		"SELECT json_array(start, end - start, $ids, $(text nameId), nullif(returnValue, 0), nullif(nestingLevel, 0), (SELECT count(*) FROM OSRT_CALLCHAINS c WHERE c.id = callchainId)) FROM OSRT_API"
	both 'time in each call of the system' '[inputs | select(.type == "osrt")] | group_by(.name)[] | [.[0].name, length, (map(.dur) | add)]' \
		"SELECT json_array($(text nameId), count(*), sum(end - start)) FROM OSRT_API GROUP BY nameId"
	both 'frames of calls of the system' 'inputs | select(.type == "osrt" and .args.stack) | [.ts, .tid] as $at | .args.stack | reverse | to_entries[] | $at + [.key, .value.symbol, .value.module]' \
		"SELECT json_array(start, globalTid & 0xFFFFFF, stackDepth, $(text symbol), $(text module)) FROM OSRT_API JOIN OSRT_CALLCHAINS ON id = callchainId"
	both 'overhead' 'inputs | select(.type == "overhead") | [.ts, .dur, .pid, .tid, .name, .args.return]' \
		"SELECT json_array(start, end - start, $ids, $(text nameId), nullif(returnValue, 0)) FROM PROFILER_OVERHEAD"
	both 'messages' 'inputs | select(.type == "diagnostic") | [.ts, .name, .args.severity, .args.source]' \
		"SELECT json_array(timestamp, text, $(label ENUM_DIAGNOSTIC_SEVERITY_LEVEL severity), $(label ENUM_DIAGNOSTIC_SOURCE_TYPE source)) FROM DIAGNOSTIC_EVENT"
	both 'names of threads' 'inputs | select(.type == "meta" and .name == "thread") | [.pid, .tid, .args.name]' \
		"SELECT json_array($ids, $(text nameId)) FROM ThreadNames WHERE globalTid IN ($3)"
	both 'names of processes' 'inputs | select(.type == "meta" and .name == "process") | [.pid, .args.name]' \
		"SELECT json_array(pid, name) FROM PROCESSES WHERE globalPid IN (SELECT globalTid & ~0xFFFFFF FROM ($3)) OR globalPid IN (SELECT globalPid FROM DIAGNOSTIC_EVENT)"
}

# What every export has that used a GPU.
gpus() {
	both 'kernels' 'inputs | select(.type == "kernel") | [.ts, .dur, .pid, .device, .context, .stream, .corr, .name, .args.grid, .args.block, .args.registers]' \
		"SELECT json_array(start, end - start, globalPid >> 24 & 0xFFFFFF, deviceId, contextId, streamId, correlationId, $(text shortName),
			json_array(gridX, gridY, gridZ), json_array(blockX, blockY, blockZ), registersPerThread) FROM CUPTI_ACTIVITY_KIND_KERNEL"
	both 'copies' 'inputs | select(.type == "memcpy") | [.ts, .dur, .pid, .device, .context, .stream, .corr, .name, .args.bytes, .args.src_kind, .args.dst_kind, .args.cause, .args.address]' \
		"SELECT json_array(start, end - start, globalPid >> 24 & 0xFFFFFF, deviceId, contextId, streamId, nullif(correlationId, 0), 'Memcpy ' || $(label ENUM_CUDA_MEMCPY_OPER copyKind),
			bytes, $(label ENUM_CUDA_MEM_KIND srcKind), $(label ENUM_CUDA_MEM_KIND dstKind), $(label ENUM_CUDA_UNIF_MEM_MIGRATION migrationCause), virtualAddress) FROM CUPTI_ACTIVITY_KIND_MEMCPY"
	both 'bytes and time of each kind of copy, and why' '[inputs | select(.type == "memcpy")] | group_by([.args.kind, .args.cause])[] | [.[0].args.kind, .[0].args.cause, length, (map(.args.bytes) | add), (map(.dur) | add)]' \
		"SELECT json_array($(label ENUM_CUDA_MEMCPY_OPER copyKind), $(label ENUM_CUDA_UNIF_MEM_MIGRATION migrationCause), count(*), sum(bytes), sum(end - start))
			FROM CUPTI_ACTIVITY_KIND_MEMCPY GROUP BY copyKind, migrationCause"
	both 'calls of CUDA' 'inputs | select(.type == "cuda-api") | [.ts, .dur, .pid, .tid, .corr, .name, .args.return]' \
		"SELECT json_array(start, end - start, $ids, correlationId, $(text nameId), nullif(returnValue, 0)) FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass <> 67"
	both 'what calls of CUDA waited for' '[inputs | select(.type == "cuda-sync")] | group_by(.name)[] | [.[0].name, length, (map(.dur) | add)]' \
		"SELECT json_array(CASE WHEN streamId = 4294967295 AND eventId = 4294967295 THEN 'Context synchronize' WHEN streamId = 4294967295 THEN 'Event synchronize'
			WHEN eventId = 4294967295 THEN 'Stream synchronize' ELSE 'Stream wait event' END, count(*), sum(end - start)) FROM CUPTI_ACTIVITY_KIND_SYNCHRONIZATION GROUP BY streamId = 4294967295, eventId = 4294967295"
}

# threads TABLE...: SQL for all threads of the tables.
threads() {
	echo "SELECT globalTid FROM $1$(shift
		printf ' UNION SELECT globalTid FROM %s' "$@")"
}

for name in cloverleaf-3.13.2 opengl-uvm-3.11.1 cpu-only-3.16.1; do
	run nst-dump --stacks "$(profile "$name")"
	is "$status $(cat "$tmp/err")" '0 ' "$name: read"
	mv "$tmp/out" "$tmp/$name.ndjson"
done

name=cloverleaf-3.13.2
cpus "$(label ENUM_SAMPLING_THREAD_STATE 'nullif(threadState, 0)')" "$(label ENUM_SCHEDULING_THREAD_BLOCK threadBlock)" \
	"$(threads COMPOSITE_EVENTS SCHED_EVENTS OSRT_API PROFILER_OVERHEAD CUPTI_ACTIVITY_KIND_RUNTIME)"
gpus

name=opengl-uvm-3.11.1
cpus NULL NULL "$(threads COMPOSITE_EVENTS SCHED_EVENTS OSRT_API PROFILER_OVERHEAD CUPTI_ACTIVITY_KIND_RUNTIME OPENGL_API OPENGL_WORKLOAD NVTX_EVENTS)"
gpus
for type in opengl/OPENGL_API opengl-gpu/OPENGL_WORKLOAD; do
	table=${type#*/} type=${type%/*}
	both "$type" "inputs | select(.type == \"$type\") | [.ts, .dur, .pid, .tid, .endtid, .gpu, .name, .args.last, .args.corr, .args.corr_end, .args.return, .args.frame, .args.context, .args.display]" \
		"SELECT json_array(start, end - start, $ids, nullif(endGlobalTid, globalTid) & 0xFFFFFF, gpu, $(text nameId), $(text endNameId), nullif(correlationId, 0), nullif(endCorrelationId, 0),
			nullif(returnValue, 0), frameId, contextId, display) FROM $table"
	both "$type: time in each" "[inputs | select(.type == \"$type\")] | group_by(.name)[] | [.[0].name, length, (map(.dur) | add), (map(.ts) | min), (map(.ts + .dur) | max)]" \
		"SELECT json_array($(text nameId), count(*), sum(end - start), min(start), max(end)) FROM $table GROUP BY nameId"
done
both 'calls of OpenGL and the work of the same numbers' '[inputs | select((.type == "opengl" or .type == "opengl-gpu") and .args.corr)] |
		[group_by(.type)[] | map([range(.args.corr; (.args.corr_end // .args.corr) + 1)]) | add | unique] | [(map(length))[], (.[0] - (.[0] - .[1]) | length)]' \
	"WITH RECURSIVE n(tab, at, last) AS (SELECT 1, correlationId, endCorrelationId FROM OPENGL_API WHERE correlationId <> 0 UNION SELECT 2, correlationId, endCorrelationId FROM OPENGL_WORKLOAD WHERE correlationId <> 0
		UNION SELECT tab, at + 1, last FROM n WHERE at < last)
	SELECT json_array((SELECT count(DISTINCT at) FROM n WHERE tab = 1), (SELECT count(DISTINCT at) FROM n WHERE tab = 2), (SELECT count(*) FROM (SELECT at FROM n WHERE tab = 1 INTERSECT SELECT at FROM n WHERE tab = 2)))"
is "$(jq -c 'select(.type == "memcpy" and (.args.cause == null or .stream != 0 or .corr))' "$tmp/$name.ndjson" | wc -l)" 0 "$name: all copies are migrations, on no stream, of no call"
both 'ranges' 'inputs | select(.type == "nvtx") | [.ts, .dur, .pid, .tid, .name]' "SELECT json_array(start, end - start, $ids, text) FROM NVTX_EVENTS WHERE eventType IN (59, 60)"

name=cpu-only-3.16.1
cpus "$(label ENUM_SAMPLING_THREAD_STATE 'nullif(threadState, 0)')" "$(label ENUM_SCHEDULING_THREAD_BLOCK threadBlock)" "$(threads COMPOSITE_EVENTS SCHED_EVENTS OSRT_API PROFILER_OVERHEAD)"

# Nothing that is not in the tables: no GPU here, no page faults anywhere. And the tables of nst-sum
# have the same totals.
for name in cloverleaf-3.13.2 opengl-uvm-3.11.1 cpu-only-3.16.1; do
	is "$(sql "$name" "SELECT count(*) FROM sqlite_schema WHERE name LIKE 'CUDA~_UM~_%' ESCAPE '~'") $(grep -c '"type":"um-fault"' "$tmp/$name.ndjson")" '0 0' "$name: no page faults"
	for type in osrt/OSRT_API overhead/PROFILER_OVERHEAD kernel/CUPTI_ACTIVITY_KIND_KERNEL memcpy/CUPTI_ACTIVITY_KIND_MEMCPY cuda-sync/CUPTI_ACTIVITY_KIND_SYNCHRONIZATION opengl/OPENGL_API opengl-gpu/OPENGL_WORKLOAD; do
		sql "$name" "SELECT json_array('${type%/*}', count(*), sum(end - start)) FROM ${type#*/}" 2>/dev/null
	done | sort >"$tmp/tables"
	nst-sum --json --by type "$tmp/$name.ndjson" | jq -c 'select(.type | IN("osrt", "overhead", "kernel", "memcpy", "cuda-sync", "opengl", "opengl-gpu")) | [.type, .count, .total]' | sort >"$tmp/stream"
	same "$tmp/stream" "$tmp/tables" "$name: nst-sum has the same totals"
done
finish
