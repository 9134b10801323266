#!/bin/sh
# SPDX-License-Identifier: MIT
# Each source of events alone: with all its columns, with the required ones only, without rows, without the table, and what is said of the rest.
# shellcheck disable=SC2086 # lists of columns are split
. tests/tap.sh
. tests/nst-dump/oracle.sh

# Table, behind its type where one has to ask for that; columns without which there is no event, other columns, as the newest exports have them.
gpu='deviceId contextId greenContextId streamId correlationId globalPid'
openacc='nameId globalTid eventKind DeviceType lineNo cuDeviceId cuContextId cuStreamId srcFile funcName correlationId'
block='deviceId correlationId nodeId SMId globalPid BlockID UGPUId CGAId'
sources="
NVTX_EVENTS|start end eventType|rangeId category color text:TEXT globalTid endGlobalTid textId domainId uint64Value int64Value doubleValue:REAL uint32Value int32Value floatValue:REAL jsonTextId jsonText:TEXT binaryData:TEXT eventId
CUPTI_ACTIVITY_KIND_RUNTIME|start end|eventClass globalTid correlationId nameId returnValue callchainId
CUPTI_ACTIVITY_KIND_SYNCHRONIZATION|start end eventId|$gpu deprecatedSyncType syncType eventSyncId
CUPTI_ACTIVITY_KIND_GRAPH_TRACE|start end|$gpu graphId graphExecId
CUPTI_ACTIVITY_KIND_KERNEL|start end|$gpu demangledName shortName mangledName launchType cacheConfig registersPerThread gridX gridY gridZ blockX blockY blockZ staticSharedMemory dynamicSharedMemory localMemoryPerThread localMemoryTotal gridId sharedMemoryExecuted graphNodeId sharedMemoryLimitConfig qmdBulkReleaseDone qmdPreexitDone qmdLastCtaDone graphId clusterX clusterY clusterZ clusterSchedulingPolicy maxPotentialClusterSize maxActiveClusters sharedMemoryRequestedPercentage tensorSizeMinusOneElements:TEXT
CUPTI_ACTIVITY_KIND_MEMCPY|start end|$gpu bytes copyKind deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId migrationCause graphNodeId virtualAddress copyCount
CUPTI_ACTIVITY_KIND_MEMSET|start end|$gpu value bytes graphNodeId memKind
OSRT_API|start end|eventClass globalTid nameId returnValue nestingLevel callchainId argumentsId
SCHED_EVENTS|start|cpu isSchedIn globalTid threadState threadBlock
CUDA_GRAPH_EVENTS|start end graphId|eventClass globalTid nameId originalGraphId graphExecId
CUDA_GRAPH_NODE_EVENTS|start end|eventClass globalTid nameId graphNodeId originalGraphNodeId
CUPTI_ACTIVITY_KIND_CUDA_EVENT|timestamp eventId|$gpu eventSyncId
CUDA_HOST_CALLBACK|start end|eventClass globalTid nameId correlationId
CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH|start end|$gpu graphNodeId graphId
CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS|start end|eventClass deviceId contextId streamId correlationId globalPid ChannelID sourceBytes NumberOfOperations
CUPTI_ACTIVITY_KIND_JIT|start end|eventClass globalTid nameId correlationId overheadType jitEntryType jitOperationType deviceId jitOperationCorrelationId cacheSize cachePath:TEXT
CUPTI_ACTIVITY_KIND_OVERHEAD|start end|eventClass globalTid nameId correlationId overheadType
PROFILER_OVERHEAD|start end|globalTid nameId overheadType returnValue
CUDA_UM_CPU_PAGE_FAULT_EVENTS|start|globalPid address originalFaultPc CpuInstruction module unresolvedFaultPc sourceFile sourceLine
CUDA_UM_GPU_PAGE_FAULT_EVENTS|start end|globalPid deviceId address numberOfPageFaults faultAccessType
COMPOSITE_EVENTS|start|id cpu threadState globalTid cpuCycles
SYSCALL|start end|eventClass globalTid nameId callchainId
OSRT_FILE_ACCESS_EVENTS|startedAt endedAt|fileAccessId threadId eventType apiCallId bytesProcessed context:TEXT
CUDNN_EVENTS|start end|eventClass globalTid nameId
CUBLAS_EVENTS|start end|eventClass globalTid nameId
CUPTI_ACTIVITY_KIND_OPENACC_DATA|start end|$openacc bytes varName
CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH|start end|$openacc numGangs numWorkers vectorLength kernelName
CUPTI_ACTIVITY_KIND_OPENACC_OTHER|start end|$openacc
OPENMP_EVENT_KIND_THREAD|start end|eventClass globalTid nameId eventKind threadId threadType
OPENMP_EVENT_KIND_PARALLEL|start end|eventClass globalTid nameId eventKind parallelId parentTaskId
OPENMP_EVENT_KIND_SYNC_REGION|start end|eventClass globalTid nameId eventKind parallelId taskId kind
OPENMP_EVENT_KIND_SYNC_REGION_WAIT|start end|eventClass globalTid nameId eventKind parallelId taskId kind
OPENMP_EVENT_KIND_TASK|start end|eventClass globalTid nameId eventKind parallelId taskId kind
OPENMP_EVENT_KIND_MASTER|start end|eventClass globalTid nameId eventKind parallelId taskId
OPENMP_EVENT_KIND_REDUCTION|start end|eventClass globalTid nameId eventKind parallelId taskId
OPENMP_EVENT_KIND_TASK_CREATE|start end|eventClass globalTid nameId eventKind parentTaskId newTaskId
OPENMP_EVENT_KIND_TASK_SCHEDULE|start end|eventClass globalTid nameId eventKind parallelId priorTaskId priorTaskStatus nextTaskId
OPENMP_EVENT_KIND_CANCEL|start end|eventClass globalTid nameId eventKind taskId
OPENMP_EVENT_KIND_MUTEX_WAIT|start end|eventClass globalTid nameId eventKind kind waitId taskId
OPENMP_EVENT_KIND_CRITICAL_SECTION|start end|eventClass globalTid nameId eventKind kind waitId
OPENMP_EVENT_KIND_MUTEX_RELEASED|start end|eventClass globalTid nameId eventKind kind waitId taskId
OPENMP_EVENT_KIND_LOCK_INIT|start end|eventClass globalTid nameId eventKind kind waitId
OPENMP_EVENT_KIND_LOCK_DESTROY|start end|eventClass globalTid nameId eventKind kind waitId
OPENMP_EVENT_KIND_WORKSHARE|start end|eventClass globalTid nameId eventKind kind parallelId taskId count
OPENMP_EVENT_KIND_DISPATCH|start end|eventClass globalTid nameId eventKind kind parallelId taskId
OPENMP_EVENT_KIND_FLUSH|start end|eventClass globalTid nameId eventKind threadId
MPI_P2P_EVENTS|start end|globalTid textId commHandle commUid tag remoteRank size requestHandle
MPI_COLLECTIVES_EVENTS|start end|globalTid textId commHandle commUid rootRank size recvSize requestHandle
MPI_START_WAIT_EVENTS|start end|globalTid textId requestHandle
MPI_OTHER_EVENTS|start end|globalTid textId
UCP_SUBMIT_EVENTS|start end|globalTid textId bufferAddr packedSize peerWorkerUid tag
UCP_PROGRESS_EVENTS|start end|globalTid textId bufferAddr packedSize peerWorkerUid tag
UCP_EVENTS|start end|globalTid textId
NVVIDEO_ENCODER_API|start end|eventClass globalTid nameId apiId
NVVIDEO_DECODER_API|start end|eventClass globalTid nameId apiId
NVVIDEO_JPEG_API|start end|eventClass globalTid nameId
TRACE_PROCESS_EVENT_NVMEDIA|start end|eventClass globalTid nameId correlationId
TEGRA_INTERNAL_API_CALLS|start end|eventClass globalTid nameId
NET_IB_SWITCH_CONGESTION_EVENT|start|globalId congestionType packetSLID packetDLID packetSL packetOpCode packetSourceQP packetDestinationQP switchIngressPort switchEgressPort
DIAGNOSTIC_EVENT|timestamp|timestampType source severity text:TEXT globalPid
OPENGL_API|start end|eventClass globalTid nameId endGlobalTid correlationId endCorrelationId endNameId returnValue frameId contextId gpu display
OPENGL_WORKLOAD|start end|eventClass globalTid nameId endGlobalTid correlationId endCorrelationId endNameId returnValue frameId contextId gpu display
KHR_DEBUG_EVENTS|start end|eventClass textId globalTid source khrdType id severity correlationId context
VULKAN_API|start end|eventClass globalTid nameId correlationId endCorrelationId contextId objectNameId interfaceAddress
VULKAN_WORKLOAD|start end|eventClass globalTid nameId correlationId endCorrelationId gpu contextId color textId
VULKAN_DEBUG_API|start end|eventClass globalTid nameId correlationId endCorrelationId contextId color textId
DX12_API|start end|eventClass globalTid nameId correlationId endCorrelationId shortContextId frameId color textId commandListType objectNameId longContextId
DX12_WORKLOAD|start end|eventClass globalTid nameId gpu correlationId endCorrelationId shortContextId frameId color textId commandListType objectNameId longContextId
D3D12_PIX_DEBUG_API|start end|globalTid nameId correlationId endCorrelationId shortContextId frameId color textId commandListType objectNameId longContextId
D3D11_PIX_DEBUG_API|start end|globalTid nameId correlationId endCorrelationId shortContextId frameId color textId
DXGI_API|start end|eventClass globalTid nameId correlationId endCorrelationId shortContextId frameId color textId
NVAPI_API|start end|eventClass globalTid nameId longContextId
SLI_P2P|start end|eventClass globalTid gpu frameId transferSkipped srcGpu dstGpu numSubResources resourceSize
SLI_QUERIES|start end|eventClass globalTid gpu frameId numberOfTransferEvents amountOfTransferredData
SLI_STATS|start end|eventClass globalTid gpu countComplexFrames countStats totalInactiveTime
GPU_VIDEO_ENGINE_WORKLOAD|start end|globalEngineId engineType engineId vmId contextId globalPid apiId codecId
GPU_VIDEO_ENGINE_MISSING|start end|globalEngineId rangeCount
GPU_METRICS|timestamp value|rawTimestamp typeId metricId
SOC_METRICS|timestamp value|rawTimestamp typeId metricId
CUDA_GPU_MEMORY_USAGE_EVENTS|start globalPid deviceId contextId bytes memKind memoryOperationType|address pc name:TEXT correlationId streamId localMemoryPoolAddress localMemoryPoolReleaseThreshold localMemoryPoolSize localMemoryPoolUtilizedSize importedMemoryPoolAddress importedMemoryPoolProcessId
CUDA_GPU_MEMORY_POOL_EVENTS|start|globalPid deviceId address operationType poolType correlationId minBytesToKeep localMemoryPoolReleaseThreshold localMemoryPoolSize localMemoryPoolUtilizedSize
GPU_CONTEXT_SWITCH_EVENTS|tag vmId seqNo contextId timestamp gpuId|globalPid
FECS_EVENTS|tag vmId seqNo contextId timestamp gpuId|globalPid
PERF_EVENT_SOC_OR_CPU_RAW_EVENT|start count|end vmId componentId eventId
PERF_EVENT_CPU_RAW_EVENT|start count|end vmId componentId eventId
PERF_EVENT_SOC_OR_CPU_METRIC_EVENT|start value:REAL|end vmId componentId metricId
PERF_EVENT_CPU_METRIC_EVENT|start value:REAL|end vmId componentId metricId
NET_NIC_METRIC|start value|end globalId portId metricsListId metricsIdx
NET_IB_SWITCH_METRIC|start value|end globalId portId metricsListId metricsIdx
generic:GENERIC_EVENTS|timestamp|genericEventId rawTimestamp typeId globalTid data:TEXT
etw:ETW_EVENTS|timestamp typeId|rawTimestamp globalTid opcode data:TEXT
etw:ETW_EVENTS_DEPRECATED_TABLE|start end|globalTid providerName taskName description
etw:MEMORY_TRANSFER_EVENTS|start|globalTid gpu taskId eventId allocationGlobalHandle dmaBuffer size offset memoryTransferType
etw:NV_LOAD_BALANCE_MASTER_EVENTS|start end|globalTid gpu eventId task:TEXT frameCount frameTime:REAL averageFrameTime:REAL averageLatency:REAL minLatency:REAL idlePercent:REAL
etw:NV_LOAD_BALANCE_EVENTS|start end|globalTid gpu eventId task:TEXT averageFPS:REAL queuedFrames:REAL currentCPUTime:REAL averageStallTime:REAL
etw:WDDM_EVICT_ALLOCATION_EVENTS|start end|globalTid gpu allocationHandle
etw:WDDM_PAGING_QUEUE_PACKET_START_EVENTS|start end|globalTid gpu pagingQueue pagingQueuePacket sequenceId dxgDevice dxgAdapter alloc vidMmOpType pagingQueueType
etw:WDDM_PAGING_QUEUE_PACKET_STOP_EVENTS|start end|globalTid gpu pagingQueue pagingQueuePacket sequenceId 
etw:WDDM_PAGING_QUEUE_PACKET_INFO_EVENTS|start end|globalTid gpu pagingQueue pagingQueuePacket sequenceId 
etw:WDDM_QUEUE_PACKET_START_EVENTS|start end|globalTid gpu context packetType engineType dmaBufferSize submitSequence present
etw:WDDM_QUEUE_PACKET_STOP_EVENTS|start end|globalTid gpu context packetType engineType submitSequence preempted timeouted
etw:WDDM_QUEUE_PACKET_INFO_EVENTS|start end|globalTid gpu context packetType engineType submitSequence
etw:WDDM_DMA_PACKET_START_EVENTS|start end|globalTid gpu context packetType engineType uliSubmissionId
etw:WDDM_DMA_PACKET_STOP_EVENTS|start end|globalTid gpu context packetType engineType uliCompletionId preempted
etw:WDDM_DMA_PACKET_INFO_EVENTS|start end|globalTid gpu context packetType engineType uliCompletionId faultedVirtualAddress interruptType
etw:WDDM_HW_QUEUE_EVENTS|start end|globalTid gpu context hwQueue parentDxgHwQueue
etw:GPU_MEMORY_BUDGET_EVENTS|timestamp|globalTid gpu newBudget segmentGroup
etw:GPU_MEMORY_USAGE_EVENTS|timestamp|globalTid gpu newUsage segmentGroup
etw:DEMOTED_BYTES_EVENTS|timestamp|globalTid gpu commitment
etw:TOTAL_BYTES_RESIDENT_IN_SEGMENT_EVENTS|timestamp|globalTid gpu totalBytesResident segmentGroup segmentId
block:CUPTI_ACTIVITY_KIND_BLOCK_TRACE|start end|$block
block:CUPTI_ACTIVITY_KIND_BLOCK_PHASE_TRACE|start end|$block phase1Timestamp phase2Timestamp
block:CUPTI_ACTIVITY_KIND_WARP_TRACE|start end|$block WarpID
block:CUPTI_ACTIVITY_KIND_WARP_PHASE_TRACE|start end|$block WarpID EventName InternalEventCount eventType WarpEventIds:TEXT WarpEventTimestampOffsets:TEXT"

# table TABLE COLUMN...: creates it with three rows: a number of its own in each column, NULL wherever it can be, 0 likewise.
table() {
	echo "$*" | awk '{
		for (i = 2; i <= NF; i++) {
			n = split($i, part, ":")
			col = part[1]
			def = def (i > 2 ? ", " : "") col " " (n > 1 ? part[2] : "INTEGER")
			when = col ~ /^(start|end|timestamp|startedAt|endedAt)$/
			must = when || col ~ /^(eventType|isSchedIn)$/
			if (col ~ /^(start|timestamp|startedAt)$/) v = 1000
			else if (col ~ /^end(edAt)?$/) v = 5000
			else if (col == "eventType") v = 59
			else if (col == "isSchedIn") v = 1
			else if (col == "globalTid") v = 281474976710656 + 77 * 16777216 + 78
			else if (col == "endGlobalTid") v = 281474976710656 + 77 * 16777216 + 79
			else if (col == "globalPid") v = 281474976710656 + 77 * 16777216
			else if (part[2] == "TEXT") v = "\047text of " col "\047"
			else v = i + (part[2] == "REAL" ? ".5" : "")
			all = all (i > 2 ? ", " : "") v
			none = none (i > 2 ? ", " : "") (must ? v + when : col ~ /^(eventId|graphId|value|count|id)$/ ? i + 1 : "NULL")
			zero = zero (i > 2 ? ", " : "") (must ? v + 2 * when : col ~ /^(grid|block)[XYZ]/ ? 1 : 0)
		}
		print "CREATE TABLE " $1 "(" def ");"
		print "INSERT INTO " $1 " VALUES (" all "), (" none "), (" zero ");"
	}'
}

# changes TABLE ROW VALUE COLUMN...: what sets all columns of a row but its times and what they go by.
changes() {
	echo "UPDATE $1 SET rowid = rowid$(shift 2
		value=$1
		shift
		for column; do
			case $column in
			start | end | timestamp | startedAt | endedAt | eventType | isSchedIn | tag | *:*) ;;
			*) printf ', %s = %s' "$column" "$value" ;;
			esac
		done) WHERE rowid = $2;"
}

# extremes TABLE COLUMN...: a negative number, the largest one, and the one that often means none.
extremes() {
	name=$1
	shift
	changes "$name" 1 -1 "$@"
	changes "$name" 2 9223372036854775807 "$@"
	changes "$name" 3 4294967295 "$@"
}

# odd TABLE COLUMN...: a text, a blob, and a fraction.
odd() {
	name=$1
	shift
	changes "$name" 1 "'text'" "$@"
	changes "$name" 2 "X'00ff'" "$@"
	changes "$name" 3 0.5 "$@"
}

strings="INSERT INTO StringIds WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 50) SELECT n, 'string ' || n FROM n;"

while IFS='|' read -r table required others; do
	[ -n "$table" ] || continue
	type=${table%%:*}
	table=${table#*:}
	[ "$type" != "$table" ] || type=
	fixture full <<-END
		$strings
		$(table "$table" $required $others)
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$table: read with all columns"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: three rows, three events"
	agrees "$db" "$table: each column is the key it should be" $type

	# a row of each extreme, which all columns but the times hold; then values that no export has
	fixture extreme <<-END
		$strings
		$(table "$table" $required $others)
		$(extremes "$table" $required $others)
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(grep -v ': two machines have a process 16777215:' "$tmp/err")" '0 ' "$table: read with extreme values"
	agrees "$db" "$table: extreme values" $type
	fixture odd <<-END
		$(table "$table" $required $others)
		$(odd "$table" $required $others)
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$(jq -r .type "$tmp/out" 2>&1 | tail -n 1)" end "$table: values of wrong types leave a whole stream"

	fixture lean <<-END
		$(table "$table" $required)
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$table: read with the required columns"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: three rows, three events without the others"
	agrees "$db" "$table: what has no column has no key" $type

	fixture empty <<-END
		$(table "$table" $required $others)
		DELETE FROM $table;
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(cat "$tmp/err") $(cut -d'"' -f6 "$tmp/out" | paste -sd ' ')" '0  stream end' "$table: no rows, no events"

	for column in $required; do
		column=${column%:*}
		left=$(echo "$required $others" | tr ' ' '\n' | grep -vx "$column\(:.*\)*")
		fixture missing <<-END
			$(table "$table" $left)
			$([ "$table" = OSRT_API ] || table OSRT_API start end)
		END
		run nst-dump ${type:+--type "$type,osrt"} "$db"
		like "$(cat "$tmp/err")" "^nst-dump: $db: .*$table.*[[ ]$column\\b" "$table: says that it lacks $column"
		is "$(events "$tmp/out" | grep -vc '"type":"osrt"')" 0 "$table: nothing is read without $column"
		[ "$table" = OSRT_API ] || is "$(events "$tmp/out" | grep -c '"type":"osrt"')" 3 "$table: other tables are still read without $column"
	done
done <<END
$sources
END

# No table of events at all.
fixture none </dev/null
run nst-dump "$db"
is "$status $(cat "$tmp/err") $(jq -c '[.type, .events]' "$tmp/out" | paste -sd ' ')" '0  ["stream",null] ["end",0]' 'an export without events'

# Loss is never silent.
fixture rest <<END
$(table NVTX_EVENTS start end eventType text:TEXT)
UPDATE NVTX_EVENTS SET eventType = 35 WHERE rowid > 1;
INSERT INTO NVTX_EVENTS VALUES (1, 2, NULL, 'no type'), (1, 2, 97, 'a device'), (1, NULL, 33, 'a category'), (1, NULL, 75, 'a domain'), (1, NULL, 39, 'a thread');
$(table CUPTI_ACTIVITY_KIND_RUNTIME start end eventClass)
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET eventClass = 67 WHERE rowid = 2;
$(table NEW_METRICS timestamp value)
$(table "[it's(odd]" start)
CREATE TABLE MPI_P2P_EVENTS(start, end);
$(table GENERIC_EVENTS timestamp typeId data:TEXT)
$(for known in ENUM_ANYTHING UnwindMethodType PROCESSES ThreadNames TARGET_INFO_GPU META_DATA_EXPORT META_DATA_CAPTURE EXPORT_META_DATA \
	ANALYSIS_DETAILS ANALYSIS_FILE ProcessStreams; do table $known name value; done)
CREATE INDEX _nsysai_start ON NVTX_EVENTS(start);
END
run nst-dump "$db"
is "$status" 0 'what nothing reads is no failure'
is "$(events "$tmp/out" | wc -l)" 3 'the rest is read: one range, two calls'
is "$(grep -c . "$tmp/err")" 4 'four tables are not read, or not fully; the others need not be named'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: NEW_METRICS, 3 rows$" 'a table that nothing reads'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped without --type generic: GENERIC_EVENTS, 3 rows$" 'a table that one has to ask for'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: it's\(odd, 3 rows$" 'a table with an odd name'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: NVTX_EVENTS, 4 rows" 'rows of unknown kinds'
run nst-dump --type nvtx "$db"
is "$status $(cat "$tmp/err")" '0 ' 'who asks for a type hears nothing of others'
finish
