#!/bin/sh
# SPDX-License-Identifier: MIT
# Exports of every version: tables and columns that were renamed, added or removed, old and new, and
# tables without rows.
. tests/tap.sh
. tests/nst-dump/oracle.sh

process='((1 << 48) | (77 << 24))'
thread="($process | 78)"
secret='NST_CANARY'
strings="INSERT INTO StringIds WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 20) SELECT n, 'string ' || n FROM n; INSERT INTO StringIds VALUES (99, '$secret');"

# records FILE: the records of a stream but its end, and a header that says nothing.
# shellcheck disable=SC2317 # called by made
records() {
	sed '$d' "$1" | grep -v '^{"ts":-*[0-9]*,"type":"stream","format":1\(,"filtered":.*\)*}$'
}

# gives DESCRIPTION SQL... <RECORDS: each of the exports gives the records, without a word, and as
# SQL has them. $options are nst-dump's, $only the types.
gives() {
	title=$1
	cat >"$tmp/wanted"
	shift
	shape=0
	for sql; do
		shape=$((shape + 1))
		made records "$title, shape $shape" "$sql"
	done
}
options='' only=''

# rows TABLE COLUMNS VALUES...: creates a table with rows.
rows() {
	echo "CREATE TABLE $1($2);"
	table=$1
	shift 2
	for row; do
		echo "INSERT INTO $table VALUES ($row);"
	done
}

kernel="$(rows CUPTI_ACTIVITY_KIND_KERNEL 'start, end, deviceId, contextId, streamId, globalPid, shortName' "5, 9, 0, 1, 7, $process, 1")"

# What is told of the export: nowhere in 2021, then in a table that was renamed. What was captured
# is not told.
facts="('EXPORT_SCHEMA_VERSION', '3.1.7'), ('EXPORT_PRODUCT_VERSION', '2023.2'), ('EXPORT_CONFIG_TIME_SHIFT', '-40')"
start='CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs, utcTime, localTime); INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1000, NULL, NULL);'
captured="CREATE TABLE META_DATA_CAPTURE(name, value); INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_0:ENVIRONMENT_VARIABLE', '$secret'), ('PROCESS_0:ENVIRONMENT_VARIABLE', '$secret');"
gives 'no metadata' "$kernel" <<END
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
gives 'metadata of the export' "$kernel $start CREATE TABLE EXPORT_META_DATA(name, value); INSERT INTO EXPORT_META_DATA VALUES $facts;" \
	"$kernel $start $captured CREATE TABLE META_DATA_EXPORT(name, value); INSERT INTO META_DATA_EXPORT VALUES $facts;" <<END
{"ts":5,"type":"stream","format":1,"schema":"3.1.7","product":"2023.2","utc":1040}
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
gives 'clocks of the host' "$kernel CREATE TABLE TARGET_INFO_SESSION_START_TIME(utcEpochNs, systemClockNs, sessionStartCntVctNs);
	INSERT INTO TARGET_INFO_SESSION_START_TIME VALUES (1000, 7, 8);
	CREATE TABLE META_DATA_EXPORT(name, value); INSERT INTO META_DATA_EXPORT VALUES $facts;" <<END
{"ts":5,"type":"stream","format":1,"schema":"3.1.7","product":"2023.2","utc":1040,"clock":47,"counter":48}
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
# The name of a machine is told only when asked for; a hash of it is always, FNV-1a:
# af63dc4c8601ec8c is that of "a" in its paper.
machine="CREATE TABLE TARGET_INFO_SYSTEM_ENV(globalVid, devStateName, name, nameEnum, value); INSERT INTO TARGET_INFO_SYSTEM_ENV VALUES (1, NULL, 'CpuCores', 1, '4'), (1, NULL, 'Hostname', 2, 'a');"
gives 'the host' "$kernel $machine" <<END
{"ts":5,"type":"stream","format":1,"host":"af63dc4c8601ec8c"}
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
is "$(nst-dump --hosts "$db" | head -n 1 | jq -c '[.host, .hostname]')" '["af63dc4c8601ec8c","a"]' 'the host: --hosts'
# The program and the first word of its arguments, only when asked for.
for case in "'train.py'|train.py" "'--key=$secret'|--key" "'--key $secret'|--key" "'=$secret'|null" "''|null" "5|5"; do
	gives "a command, with ${case%|*}" "$kernel CREATE TABLE META_DATA_CAPTURE(name, value); INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_0:ARGUMENT_1', '$secret'),
		('PROCESS_0:ARGUMENT_0', ${case%|*}), ('PROCESS_0:COMMAND', '/a b/python'), ('PROCESS_1:COMMAND', '$secret');" <<END
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
	is "$(nst-dump --command "$db" | head -n 1 | jq -r '"\(.program) \(.argument)"')" "/a b/python ${case#*|}" "a command, with ${case%|*}: --command"
done
sqlite3 "$db" "DELETE FROM META_DATA_CAPTURE WHERE name = 'PROCESS_0:COMMAND'"
is "$(nst-dump --command "$db" | head -n 1 | jq -c '[.program, .argument]')" '[null,null]' 'arguments without a command: nothing'
gives 'ranks of MPI' "$kernel CREATE TABLE MPI_RANKS(globalTid, rank); INSERT INTO MPI_RANKS VALUES ($process | 5, 3);" <<END
{"ts":5,"type":"meta","name":"process","pid":77,"args":{"rank":3}}
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
only=-
gives 'metadata under both names: the new one counts' "$kernel CREATE TABLE EXPORT_META_DATA(name, value); INSERT INTO EXPORT_META_DATA VALUES ('EXPORT_SCHEMA_VERSION', '2.9.1'), ('EXPORT_PRODUCT_VERSION', 'old');
	CREATE TABLE META_DATA_EXPORT(name, value); INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_SCHEMA_VERSION', '3.4.0'), ('EXPORT_PRODUCT_VERSION', NULL);" <<END
{"ts":5,"type":"stream","format":1,"schema":"3.4.0","product":"old"}
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
only=''

# The machine: the default stream, the device as the process sees it, the GPU.
gives 'the default stream' "$kernel $(rows TARGET_INFO_CUDA_NULL_STREAM 'streamId, hwId, vmId, processId, deviceId, contextId' '7, 0, 1, 77, 0, 1')" \
	"$kernel $(rows TARGET_INFO_CUDA_CONTEXT_INFO 'nullStreamId, hwId, vmId, processId, deviceId, contextId' '7, 0, 1, 77, 0, 1')" \
	"$kernel $(rows TARGET_INFO_CUDA_CONTEXT_INFO 'nullStreamId, hwId, vmId, processId, deviceId, contextId, parentContextId, isGreenContext, numMultiprocessors, numTpcs, tpcMask' \
		"7, 0, 1, 77, 0, 1, NULL, 0, 108, 54, 'ff'" "8, 0, 1, 77, 0, 2, 1, 1, 108, 54, 'ff'")" <<END
{"ts":5,"type":"meta","name":"stream","pid":77,"device":0,"context":1,"stream":7,"args":{"default":true}}
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END
gpus="$(rows TARGET_INFO_GPU 'vmId, id, name, busLocation, uuid, cuDevice' "1 << 48, 0, 'other', '0000:02:00.0', 'GPU-0', 1" "1 << 48, 3, 'mine', '0000:01:00.0', 'GPU-3', 0")"
gives 'the GPU behind a device' "$kernel $gpus" "$kernel $gpus $(rows TARGET_INFO_CUDA_DEVICE 'gpuId, cudaId, pid' '3, 0, 77' '0, 0, 78')" \
	"$kernel $gpus $(rows TARGET_INFO_CUDA_DEVICE 'gpuId, cudaId, pid, uuid, numMultiprocessors' "3, 0, 77, 'GPU-3', 108" '0, 0, 78, NULL, 108')" <<END
{"ts":5,"type":"meta","name":"device","pid":77,"device":0,"args":{"name":"mine","uuid":"GPU-3","bus":"0000:01:00.0","gpu":3,"ordinal":0}}
{"ts":5,"dur":4,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7}
END

# Files that were captured: their text, then a string. Neither is told, also where an event refers
# to the string.
event="$(rows NVTX_EVENTS 'start, end, eventType, textId, globalTid' "1, 2, 59, 4, $thread")"
gives 'captured files' "$event $(rows ANALYSIS_FILE 'id INTEGER NOT NULL PRIMARY KEY, filename, content, globalPid' "1, '$secret', '$secret', $process")" \
	"$event $(rows ANALYSIS_FILE 'id INTEGER NOT NULL PRIMARY KEY, filename, contentId, globalPid' "1, NULL, 99, $process")" \
	"$event $(rows ProcessStreams 'globalPid, filenameId, contentId' "$process, 98, 99")" <<END
{"ts":1,"dur":1,"type":"nvtx","name":"string 4","pid":77,"tid":78}
END
only=-
for sql in "contentId, globalPid) VALUES (1, NULL, 99, $process)" "content, globalPid) VALUES (1, NULL, '$secret', $process)"; do
	column=${sql%%,*}
	gives "captured files, by $column: an event that refers to the string" "$(rows NVTX_EVENTS 'start, end, eventType, textId, globalTid' "1, 2, 59, 99, $thread")
		$([ "$column" = contentId ] || echo 'DELETE FROM StringIds WHERE id = 99;') CREATE TABLE ANALYSIS_FILE(id, filename, $column, globalPid); INSERT INTO ANALYSIS_FILE(id, filename, $sql;" <<-END
		{"ts":1,"dur":1,"type":"nvtx","name":"99","pid":77,"tid":78}
	END
done
only=''

# Codes: before there were enumerations, and with them, which have their own names. Methods of
# unwinding are of nobody's concern.
copy="$(rows CUPTI_ACTIVITY_KIND_MEMCPY 'start, end, globalPid, bytes, copyKind, srcKind' "1, 2, $process, 8, 1, 1")"
unwind="$(rows UnwindMethodType 'number INTEGER PRIMARY KEY, name' "0, 'Unknown'")"
unwound="$(rows ENUM_STACK_UNWIND_METHOD 'id INTEGER PRIMARY KEY, name, label' "0, 'Unknown', 'Unknown'")"
enums="$(rows ENUM_CUDA_MEMCPY_OPER 'id INTEGER PRIMARY KEY, name, label' "1, 'HTOD', 'Host-to-Device'")
	$(rows ENUM_CUDA_MEM_KIND 'id INTEGER PRIMARY KEY, name, label' "1, 'PINNED', 'Pinned'")"
gives 'codes' "$copy $unwind" "$copy $unwind $unwound $enums" "$copy $unwound $enums" "$copy $(echo "$enums" | sed "s/, 'H[^']*', '[^']*'/, NULL, NULL/")" <<END
{"ts":1,"dur":1,"type":"memcpy","name":"Memcpy Host-to-Device","pid":77,"args":{"bytes":8,"kind":"Host-to-Device","src_kind":"Pinned"}}
END

# What the profiler took: what it returned, then which kind. What CUDA took says so.
taken='start, end, globalTid'
gives 'overhead, until 2025' "$(rows PROFILER_OVERHEAD "$taken, correlationId, nameId, returnValue" "1, 2, $thread, 0, 5, 0" "3, 4, $thread, 8, 5, 9")" \
	"$(rows PROFILER_OVERHEAD "$taken, nameId, returnValue" "1, 2, $thread, 5, 0" "3, 4, $thread, 5, 9")" <<END
{"ts":1,"dur":1,"type":"overhead","name":"string 5","pid":77,"tid":78}
{"ts":3,"dur":1,"type":"overhead","name":"string 5","pid":77,"tid":78,"args":{"return":9}}
END
gives 'overhead, from 2026' "$(rows PROFILER_OVERHEAD "$taken, nameId, overheadType" "1, 2, $thread, 5, 1")
	$(rows ENUM_CUPTI_OVERHEAD_TYPE 'id, name, label' "1, 'FLUSH', 'Buffer flush'")
	$(rows CUPTI_ACTIVITY_KIND_OVERHEAD 'start, end, eventClass, globalTid, correlationId, nameId, overheadType' "3, 4, 103, $thread, 8, 6, 1" "3, 4, 103, $thread, 8, 6, 2")" <<END
{"ts":1,"dur":1,"type":"overhead","name":"string 5","pid":77,"tid":78,"args":{"kind":"Buffer flush"}}
{"ts":3,"dur":1,"type":"overhead","name":"string 6","pid":77,"tid":78,"corr":8,"args":{"kind":"Buffer flush","origin":"CUDA"}}
{"ts":3,"dur":1,"type":"overhead","name":"string 6","pid":77,"tid":78,"corr":8,"args":{"kind":"2","origin":"CUDA"}}
END

# Calls of the system: with an id of nothing in 2021, with arguments since 2026.
gives 'calls of the system' "$(rows OSRT_API 'start, end, eventClass, globalTid, correlationId, nameId, returnValue, nestingLevel, callchainId' "1, 2, 27, $thread, 9, 5, 0, 0, 0")" \
	"$(rows OSRT_API 'start, end, eventClass, globalTid, nameId, returnValue, nestingLevel, callchainId' "1, 2, 27, $thread, 5, 0, 0, 0")" \
	"$(rows OSRT_API 'start, end, eventClass, globalTid, nameId, returnValue, nestingLevel, callchainId, argumentsId' "1, 2, 27, $thread, 5, 0, NULL, 0, 3")
	$(rows OSRT_ARGUMENTS 'id, value, argumentIndex' "3, '$secret', 0")" <<END
{"ts":1,"dur":1,"type":"osrt","name":"string 5","pid":77,"tid":78}
END

# What CUDA did: names, contexts, clusters and hardware traces that came later say nothing where
# there are none.
common='start, end, deviceId, contextId' launched='streamId, correlationId, globalPid' at="1, 2, 0, 1" by="7, 5, $process"
naming=mangled options="--names $naming"
gives 'kernels' "$(rows CUPTI_ACTIVITY_KIND_KERNEL "$common, $launched, demangledName, shortName, gridX, gridY, gridZ" "$at, $by, 2, 1, 4, 1, 1")" \
	"$(rows CUPTI_ACTIVITY_KIND_KERNEL "$common, greenContextId, $launched, demangledName, shortName, mangledName, gridX, gridY, gridZ, graphNodeId" "$at, NULL, $by, 2, 1, NULL, 4, 1, 1, NULL")" \
	"$(rows CUPTI_ACTIVITY_KIND_KERNEL "$common, greenContextId, $launched, demangledName, shortName, mangledName, gridX, gridY, gridZ, graphNodeId, sharedMemoryLimitConfig, qmdBulkReleaseDone,
		qmdPreexitDone, qmdLastCtaDone, graphId, clusterX, clusterY, clusterZ, clusterSchedulingPolicy, maxPotentialClusterSize, maxActiveClusters, sharedMemoryRequestedPercentage,
		tensorSizeMinusOneElements TEXT NOT NULL" "$at, 0, $by, 2, 1, NULL, 4, 1, 1, NULL, 0, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, '[]'")" <<END
{"ts":1,"type":"stream","format":1,"names":"mangled"}
{"ts":1,"dur":1,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7,"corr":5,"args":{"grid":[4,1,1]}}
END
naming='' options=''
gives 'kernels that the hardware traced' "$(rows CUPTI_ACTIVITY_KIND_KERNEL "$common, $launched, shortName, qmdBulkReleaseDone, qmdPreexitDone, qmdLastCtaDone, tensorSizeMinusOneElements TEXT NOT NULL" \
	"$at, $by, 1, 0, 12, 13, '[63,31]'" "$at, $by, 1, NULL, NULL, NULL, 'no JSON'")" <<END
{"ts":1,"dur":1,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7,"corr":5,"args":{"qmd_bulk_release":0,"qmd_preexit":12,"qmd_last_cta":13,"tensor_size":[63,31]}}
{"ts":1,"dur":1,"type":"kernel","name":"string 1","pid":77,"device":0,"context":1,"stream":7,"corr":5,"args":{"tensor_size":"no JSON"}}
END
gives 'copies' "$(rows CUPTI_ACTIVITY_KIND_MEMCPY "$common, $launched, bytes, copyKind, srcId, srcKind" "$at, $by, 8, 1, NULL, 0")" \
	"$(rows CUPTI_ACTIVITY_KIND_MEMCPY "$common, greenContextId, $launched, bytes, copyKind, deprecatedSrcId, srcKind, migrationCause, graphNodeId, virtualAddress" "$at, NULL, $by, 8, 1, 3, 0, NULL, NULL, NULL")" \
	"$(rows CUPTI_ACTIVITY_KIND_MEMCPY "$common, greenContextId, $launched, bytes, copyKind, deprecatedSrcId, srcKind, migrationCause, graphNodeId, virtualAddress, copyCount, name TEXT" \
		"$at, 0, $by, 8, 1, 3, 0, NULL, NULL, NULL, 0, '$secret'")" <<END
{"ts":1,"dur":1,"type":"memcpy","name":"Memcpy Host-to-Device","pid":77,"device":0,"context":1,"stream":7,"corr":5,"args":{"bytes":8,"kind":"Host-to-Device","src_kind":"Pageable"}}
END
none="4294967295, 5, $process"
types="$(rows ENUM_CUPTI_SYNC_TYPE 'id, name, label' "0, NULL, 'Unknown'" "1, NULL, 'Event synchronize'" "4, NULL, 'Context synchronize'")"
gives 'synchronizations: their number means another thing in each version' "$(rows CUPTI_ACTIVITY_KIND_SYNCHRONIZATION "$common, $launched, syncType, eventId" "$at, $none, 1, 4294967295")" \
	"$types $(rows CUPTI_ACTIVITY_KIND_SYNCHRONIZATION "$common, greenContextId, $launched, syncType, eventId" "$at, NULL, $none, 0, 4294967295")" \
	"$types $(rows CUPTI_ACTIVITY_KIND_SYNCHRONIZATION "$common, greenContextId, $launched, deprecatedSyncType, syncType, eventId, eventSyncId" "$at, 0, $none, NULL, 4, 4294967295, 4294967295")" <<END
{"ts":1,"dur":1,"type":"cuda-sync","name":"Context synchronize","pid":77,"device":0,"context":1,"corr":5}
END

# Graphs and their nodes had one table, then one each.
node="start, end, eventClass, globalTid, nameId, graphNodeId, originalGraphNodeId" made="1, 2, 77, $thread, 3, 9, 8"
gives 'nodes of graphs' "$(rows CUDA_GRAPH_EVENTS "$node" "$made")" "$(rows CUDA_GRAPH_NODE_EVENTS "$node" "$made")" \
	"$(rows CUDA_GRAPH_NODE_EVENTS "$node" "$made") CREATE TABLE CUDA_GRAPH_EVENTS(start, end, eventClass, globalTid, nameId, graphId, originalGraphId, graphExecId);" <<END
{"ts":1,"dur":1,"type":"graph-node","name":"string 3","pid":77,"tid":78,"args":{"graph_node":9,"original":8}}
END
gives 'graphs' "$(rows CUDA_GRAPH_EVENTS 'start, end, eventClass, globalTid, nameId, graphId, originalGraphId, graphExecId' "1, 2, 94, $thread, 3, 9, NULL, 4" "3, 4, 96, $thread, 3, 10, 9, NULL")
	$(rows CUDA_GRAPH_NODE_EVENTS "$node" "2, 3, 77, $thread, 3, 9, 8")" <<END
{"ts":1,"dur":1,"type":"graph-create","name":"string 3","pid":77,"tid":78,"args":{"kind":"executable graph","graph":9,"graph_exec":4}}
{"ts":2,"dur":1,"type":"graph-node","name":"string 3","pid":77,"tid":78,"args":{"graph_node":9,"original":8}}
{"ts":3,"dur":1,"type":"graph-create","name":"string 3","pid":77,"tid":78,"args":{"kind":"clone","graph":10,"original":9}}
END

# A table that was renamed, with the same columns.
switch='tag, vmId, seqNo, contextId, timestamp, globalPid, gpuId'
gives 'context switches' "$(rows FECS_EVENTS "$switch" "8, 0, 1, 1, 5, $process, 0" "7, 0, 2, 1, 9, $process, 0")" "$(rows GPU_CONTEXT_SWITCH_EVENTS "$switch" "8, 0, 1, 1, 5, $process, 0" "7, 0, 2, 1, 9, $process, 0")" <<END
{"ts":5,"dur":4,"type":"gpu-context-switch","name":"Context","pid":77,"gpu":0,"args":{"context":1,"sequence":1}}
END

# Scheduling and samples: states came later, flags of frames and symbols of users are none of ours.
gives 'scheduling' "$(rows SCHED_EVENTS 'start, cpu, isSchedIn, globalTid' "1, 2, 1, $thread" "3, 2, 0, $thread")" \
	"$(rows SCHED_EVENTS 'start, cpu, isSchedIn, globalTid, threadState, threadBlock' "1, 2, 1, $thread, NULL, NULL" "3, 2, 0, $thread, 0, NULL")" <<END
{"ts":1,"type":"sched","name":"sched-in","pid":77,"tid":78,"args":{"cpu":2}}
{"ts":3,"type":"sched","name":"sched-out","pid":77,"tid":78,"args":{"cpu":2}}
END
options=--stacks only=-
sample="$(rows COMPOSITE_EVENTS 'id INTEGER PRIMARY KEY, start, cpu, threadState, globalTid, cpuCycles' "1, 10, 3, 0, $thread, 1")"
frame='symbol, module, kernelMode, thumbCode, unresolved, specialEntry, originalIP, unwindMethod, stackDepth, PRIMARY KEY (id, stackDepth)'
gives 'stacks' "$sample $(rows SAMPLING_CALLCHAINS "id, $frame" '1, 5, 6, NULL, NULL, NULL, NULL, -5, 2, 0' '1, 7, 6, NULL, NULL, 1, NULL, NULL, NULL, 1')" \
	"$sample $(rows SAMPLING_CALLCHAINS "id, $frame" '1, 5, 6, 1, 0, 0, NULL, -5, 2, 0' '1, 7, 6, 0, 0, 1, NULL, NULL, 0, 1')" \
	"$sample $(rows SAMPLING_CALLCHAINS "id, symbolName TEXT, moduleName TEXT, $frame" "1, '$secret', '$secret', 5, 6, 1, 0, 0, NULL, -5, 2, 0" "1, NULL, NULL, 7, 6, 0, 0, 1, NULL, NULL, 0, 1")" <<END
{"ts":10,"type":"sample","name":"string 5","pid":77,"tid":78,"args":{"cpu":3,"cycles":1,"stack":[{"symbol":"string 7","module":"string 6"},{"symbol":"string 5","module":"string 6"}]}}
END
options='' only=''

# NVTX: blobs, then a number for each event, and tables about both.
range='start, end, eventType, rangeId, category, color, text, globalTid, endGlobalTid, textId, domainId, uint64Value, int64Value, doubleValue, uint32Value, int32Value, floatValue, jsonTextId, jsonText'
gives 'ranges' "$(rows NVTX_EVENTS "$range" "1, 2, 59, NULL, NULL, NULL, 'a', $thread, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL")" \
	"$(rows NVTX_EVENTS "$range, binaryData TEXT" "1, 2, 59, NULL, NULL, NULL, 'a', $thread, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL")
	CREATE TABLE NVTX_PAYLOAD_SCHEMAS(domainId, schemaId, name); CREATE TABLE NVTX_PAYLOAD_SCHEMA_ENTRIES(domainId, schemaId, idx, flags, type, name, description, arrayOrUnionDetail, offset);" \
	"$(rows NVTX_EVENTS "$range, binaryData TEXT, eventId INTEGER PRIMARY KEY" "1, 2, 59, NULL, NULL, NULL, 'a', $thread, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 7")
	CREATE TABLE NVTX_SCOPES(domainId, scopeId, parentScopeId, path); CREATE TABLE NVTX_EVENTS_PAYLOAD_SCHEMAS(eventId, globalPid, domainId, payloadSchemaID);
	$(rows DYNAMIC_NVTXPAYLOAD_DATATYPE_1_0_16777217 'eventId, secret' "7, '$secret'") CREATE TABLE NVTX_PAYLOAD_SCHEMA_RELATIONS(a); CREATE TABLE NVTX_EXPORT_TRANSLATION(a);" <<END
{"ts":1,"dur":1,"type":"nvtx","name":"a","pid":77,"tid":78}
END

# Communicators have a handle, then an id that is unique.
p2p='start, end, globalTid, textId, commHandle'
gives 'communicators, by their handle' "$(rows MPI_P2P_EVENTS "$p2p, tag, remoteRank, size, requestHandle" "1, 2, $thread, 3, 4, 5, 6, 7, NULL")" \
	"$(rows MPI_P2P_EVENTS "$p2p, commUid, tag, remoteRank, size, requestHandle" "1, 2, $thread, 3, 4, NULL, 5, 6, 7, NULL")" \
	"$(rows MPI_P2P_EVENTS "$p2p, commUid, tag, remoteRank, size, requestHandle" "1, 2, $thread, 3, 9, 4, 5, 6, 7, NULL")" <<END
{"ts":1,"dur":1,"type":"mpi","name":"string 3","pid":77,"tid":78,"args":{"communicator":4,"bytes":7,"tag":5,"peer":6}}
END

# Graphics: names of objects were texts, then strings; not all columns of today were there in 2022.
drawn='start, end, eventClass, globalTid, correlationId, endCorrelationId, nameId, shortContextId, frameId, color, textId, commandListType'
gives 'objects of Direct3D' "$(rows DX12_API "id INTEGER PRIMARY KEY, $drawn, objectName TEXT, longContextId" "1, 1, 2, 0, $thread, 3, 3, 4, 5, 6, NULL, NULL, NULL, 'string 8', 9")" \
	"$(rows DX12_API "id INTEGER PRIMARY KEY, $drawn, objectNameId, longContextId" "1, 1, 2, 0, $thread, 3, 3, 4, 5, 6, NULL, NULL, NULL, 8, 9")" <<END
{"ts":1,"dur":1,"type":"dx12","name":"string 4","pid":77,"tid":78,"args":{"corr":3,"corr_end":3,"context":5,"frame":6,"object":"string 8","address":9}}
END
gives 'calls of Vulkan' "$(rows VULKAN_API 'id INTEGER PRIMARY KEY, start, end, eventClass, globalTid, correlationId, endCorrelationId, nameId, contextId' "1, 1, 2, 0, $thread, 3, 3, 4, 5")" \
	"$(rows VULKAN_API 'id INTEGER PRIMARY KEY, start, end, eventClass, globalTid, correlationId, endCorrelationId, nameId, contextId, objectNameId, interfaceAddress' "1, 1, 2, 0, $thread, 3, 3, 4, 5, NULL, NULL")" <<END
{"ts":1,"dur":1,"type":"vulkan","name":"string 4","pid":77,"tid":78,"args":{"corr":3,"corr_end":3,"context":5}}
END

# Counters: a table with a new name, components with a new parent; interfaces by a number that has a
# name in three ways.
metrics="$(rows PERF_EVENT_METRIC_EVENT 'start, end, vmId, componentId, metricId, value' '1, 11, 0, 4, 1, 0.75') $(rows PERF_EVENT_RAW_EVENT 'start, end, vmId, componentId, eventId, count' '1, 11, 0, 5, 2, 900')"
gives 'counters of CPUs' "$(echo "$metrics" | sed 's/PERF_EVENT_/&CPU_/g')
	$(rows TARGET_INFO_PERF_METRIC 'id, name, description, unit' "1, 'IPC', NULL, 'ratio'" "2, 'cycles', NULL, 'cycles'")
	$(rows TARGET_INFO_COMPONENT 'componentId, name, instance, parentComponentId' "4, 'Core', 3, 0" "5, 'SoC', NULL, 0")" \
	"$(echo "$metrics" | sed 's/PERF_EVENT_/&SOC_OR_CPU_/g')
	$(rows TARGET_INFO_PERF_METRIC 'id, name, description, unit, displayName' "1, 'ipc', NULL, 'ratio', 'IPC'" "2, 'cycles', NULL, 'cycles', NULL")
	$(rows TARGET_INFO_COMPONENT 'componentId, name, instance, parentId' "4, 'Core', 3, NULL" "5, 'SoC', NULL, NULL")" <<END
{"ts":1,"type":"cpu-metric","name":"cycles","value":900,"args":{"unit":"cycles","component":"SoC","period":10}}
{"ts":1,"type":"cpu-metric","name":"IPC","value":0.75,"args":{"unit":"ratio","component":"Core 3","period":10}}
END
nic="$(rows TARGET_INFO_NETWORK_METRICS 'metricsListId, metricsIdx, name, description, unit' "1, 0, 'Bytes sent', '', 'B'")"
gives 'interfaces' "$nic $(rows NET_NIC_METRIC 'start, end, globalId, metricsListId, metricsIdx, value' '100, 200, -5, 1, 0, 7' '200, 300, -5, 1, 1, 8')
	$(rows TARGET_INFO_NIC_INFO 'globalId, stateName, nicId, name' "-5, NULL, 2, 'mlx5_0'")" \
	"$nic $(rows NET_NIC_METRIC 'start, end, globalId, metricsListId, metricsIdx, value' '100, 200, -5, 1, 0, 7' '200, 300, -5, 1, 1, 8')
	$(rows TARGET_INFO_NIC_INFO 'GUID, name' "-5, 'mlx5_0'")" \
	"$nic $(rows NET_NIC_METRIC 'start, end, globalId, portId, metricsListId, metricsIdx, value' '100, 200, -5, NULL, 1, 0, 7' '200, 300, -5, NULL, 1, 1, 8')
	$(rows TARGET_INFO_NIC_INFO 'GUID, stateName, nicId, name' "-9, NULL, 2, 'mlx5_0'") $(rows NIC_ID_MAP 'nicId, globalId' '2, -5')" <<END
{"ts":100,"type":"nic-metric","name":"Bytes sent","value":7,"args":{"unit":"B","nic":"mlx5_0","period":100}}
{"ts":200,"type":"nic-metric","name":"Metric 1","value":8,"args":{"nic":"mlx5_0","period":100}}
END
options='--type gpu-metric' only=gpu-metric
gives 'metrics of GPUs' "$(rows GPU_METRICS 'timestamp, typeId, metricId, value' '1, 3, 7, 5')" "$(rows GPU_METRICS 'rawTimestamp, timestamp, typeId, metricId, value' '900, 1, 3, 7, 5')" <<END
{"ts":1,"type":"gpu-metric","name":"Metric 7","gpu":3,"value":5}
END

# Generic events: their data were JSON, then in a table; what they are called was in JSON too, which
# we do not read.
options='--type generic' only=generic
gives 'generic events, of old' "$(rows GENERIC_EVENTS 'rawTimestamp, timestamp, typeId, data TEXT NOT NULL' "0, 9, 4, '{\"a\":\"1\"}'")
	$(rows GENERIC_EVENT_TYPES 'typeId, data' "4, '{}'") $(rows GENERIC_EVENT_SOURCES 'sourceId, data' "1, '{}'")" \
	"$(rows GENERIC_EVENTS 'genericEventId INTEGER PRIMARY KEY, rawTimestamp, timestamp, typeId, globalTid, data' "1, 0, 9, 4, NULL, '{\"a\":\"1\"}'")" <<END
{"ts":9,"type":"generic","name":"Type 4","args":{"data":{"a":"1"}}}
END
types="$(rows GENERIC_EVENT_TYPES 'typeId, sourceId, nameId, etwProviderNameId' '4, 6, 7, 8') $(rows GENERIC_EVENT_SOURCES 'sourceId, nameId' '6, 11')"
numbered='genericEventId INTEGER PRIMARY KEY, rawTimestamp, timestamp, typeId, globalTid'
gives 'generic events, of today' "$(rows GENERIC_EVENTS "$numbered, data" "1, 0, 9, 4, $thread, '{\"string 12\":-1}'") $types" \
	"$(rows GENERIC_EVENTS "$numbered" "1, 0, 9, 4, $thread") $types $(rows GENERIC_EVENT_TYPE_FIELDS 'typeId, fieldIdx, fieldNameId' '4, 0, 12')
	$(rows GENERIC_EVENT_DATA 'genericEventId, fieldIdx, intVal, uintVal, floatVal, doubleVal' '1, 0, -1, NULL, NULL, NULL') CREATE TABLE GENERIC_EVENT_TYPE_FIELD_MAP(a);" <<END
{"ts":9,"type":"generic","name":"string 7","pid":77,"tid":78,"args":{"source":"string 11","data":{"string 12":-1}}}
END
options='--type etw' only=etw
gives 'events of Windows' "$(rows ETW_EVENTS 'timestamp, processId, threadId, providerId, taskId, eventId, version, opcode, data' "1, 77, 78, 1, 2, NULL, NULL, 2, '[]'")
	$(rows ETW_TASKS 'taskNameId, taskId, providerId' '8, 2, 0' '7, 2, 1') $(rows ETW_PROVIDERS 'providerId, providerNameId, guid' '1, 8, NULL')" \
	"$(rows ETW_EVENTS 'rawTimestamp, timestamp, typeId, globalTid, opcode, data' "0, 1, 4, $thread, 2, '[]'") $types" <<END
{"ts":1,"type":"etw","name":"string 7","pid":77,"tid":78,"args":{"provider":"string 8","opcode":2,"data":[]}}
END
options='' only=''

# An export with all tables, whether there is something in them or not: those that hold nothing say
# nothing.
all=$(nst-dump --tables | cut -f 1 | sort -u | paste -sd ,)
for name in $(profiles); do
	sql "$name" "SELECT sql || ';' FROM sqlite_schema WHERE sql NOT NULL AND name <> 'StringIds' AND name NOT LIKE 'sqlite~_%' ESCAPE '~'" >"$tmp/ddl"
	fixture empty <"$tmp/ddl"
	run nst-dump --stacks --type "$all" "$db"
	is "$status $(cat "$tmp/err") $(jq -c '[.type, .events]' "$tmp/out" | paste -sd ' ')" '0  ["stream",null] ["end",0]' "$name: all its tables, without rows"
done
finish
