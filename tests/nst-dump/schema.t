#!/bin/sh
# SPDX-License-Identifier: MIT
# Each source of events alone: with all its columns, with the required ones only, without rows,
# without the table, and what is said of the rest.
# shellcheck disable=SC2086 # lists of columns are split
. tests/tap.sh
. tests/nst-dump/oracle.sh

# Table, behind its type where one has to ask for that; columns without which there is no event,
# other columns, as the newest exports have them. A table that is several types of events, or had
# another shape, comes several times. NAME=VALUE: in all rows, since events go by it.
nvtx='category color text:TEXT domainId uint64Value int64Value doubleValue:REAL uint32Value int32Value floatValue:REAL'
gpu='deviceId contextId greenContextId streamId correlationId globalPid'
openacc='nameId globalTid eventKind DeviceType lineNo cuDeviceId cuContextId cuStreamId srcFile funcName correlationId'
block='deviceId correlationId nodeId SMId globalPid BlockID UGPUId CGAId'
sources="
NVTX_EVENTS|start end eventType=59|rangeId $nvtx globalTid endGlobalTid textId jsonTextId jsonText:TEXT binaryData:TEXT eventId
NVTX_EVENTS|start end eventType=60|rangeId $nvtx globalTid endGlobalTid textId jsonTextId jsonText:TEXT binaryData:TEXT eventId
NVTX_EVENTS|start end eventType=34|rangeId $nvtx globalTid endGlobalTid textId jsonTextId jsonText:TEXT binaryData:TEXT eventId
NVTXT_EVENTS|start end eventType=70|sourceId $nvtx globalTid
NVTXT_EVENTS|start end eventType=71|sourceId $nvtx globalTid
NVTXT_EVENTS|start end eventType=65|sourceId $nvtx globalTid
CUPTI_ACTIVITY_KIND_RUNTIME|start end|eventClass globalTid correlationId nameId returnValue callchainId
CUPTI_ACTIVITY_KIND_SYNCHRONIZATION|start end eventId|$gpu deprecatedSyncType syncType eventSyncId
CUPTI_ACTIVITY_KIND_GRAPH_TRACE|start end|$gpu graphId graphExecId
CUPTI_ACTIVITY_KIND_KERNEL|start end|$gpu demangledName shortName mangledName launchType cacheConfig registersPerThread gridX gridY gridZ blockX blockY blockZ staticSharedMemory dynamicSharedMemory localMemoryPerThread localMemoryTotal gridId sharedMemoryExecuted graphNodeId sharedMemoryLimitConfig qmdBulkReleaseDone qmdPreexitDone qmdLastCtaDone graphId clusterX clusterY clusterZ clusterSchedulingPolicy maxPotentialClusterSize maxActiveClusters sharedMemoryRequestedPercentage tensorSizeMinusOneElements:TEXT
CUPTI_ACTIVITY_KIND_MEMCPY|start end|$gpu bytes copyKind deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId migrationCause graphNodeId virtualAddress copyCount
CUPTI_ACTIVITY_KIND_MEMSET|start end|$gpu value bytes graphNodeId memKind
OSRT_API|start end|eventClass globalTid nameId returnValue nestingLevel callchainId argumentsId
SCHED_EVENTS|start|cpu isSchedIn=1 globalTid threadState threadBlock
CUDA_GRAPH_EVENTS|start end graphId|eventClass globalTid nameId originalGraphId graphExecId
CUDA_GRAPH_EVENTS|start end graphNodeId|eventClass globalTid nameId originalGraphNodeId
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
DX12_API|start end|eventClass globalTid nameId correlationId endCorrelationId shortContextId frameId color textId commandListType objectNameId objectName:TEXT longContextId
DX12_WORKLOAD|start end|eventClass globalTid nameId gpu correlationId endCorrelationId shortContextId frameId color textId commandListType objectNameId objectName:TEXT longContextId
D3D12_PIX_DEBUG_API|start end|globalTid nameId correlationId endCorrelationId shortContextId frameId color textId commandListType objectNameId objectName:TEXT longContextId
D3D11_PIX_DEBUG_API|start end|globalTid nameId correlationId endCorrelationId shortContextId frameId color textId
DXGI_API|start end|eventClass globalTid nameId correlationId endCorrelationId shortContextId frameId color textId
NVAPI_API|start end|eventClass globalTid nameId longContextId
SLI_P2P|start end|eventClass globalTid gpu frameId transferSkipped srcGpu dstGpu numSubResources resourceSize logSurfaceNames:TEXT debugName:TEXT bindType:TEXT regimeName:TEXT transferFuncName:TEXT subResourceIdx smplWidth smplHeight smplDepth bytesPerElement dxgiFormat transferInfo isEarlyPushManagedByNvApi useAsyncP2pForResolve
SLI_QUERIES|start end|eventClass globalTid gpu frameId numberOfTransferEvents amountOfTransferredData occQueryIssued occQueryAsked eventQueryIssued eventQueryAsked
SLI_STATS|start end|eventClass globalTid gpu countComplexFrames countStats totalInactiveTime minPbSize maxPbSize totalPbSize
GPU_VIDEO_ENGINE_WORKLOAD|start end|globalEngineId engineType engineId vmId contextId globalPid apiId codecId
GPU_VIDEO_ENGINE_MISSING|start end|globalEngineId rangeCount
GPU_METRICS|timestamp value|rawTimestamp typeId metricId
SOC_METRICS|timestamp value|rawTimestamp typeId metricId
CUDA_GPU_MEMORY_USAGE_EVENTS|start globalPid deviceId contextId bytes memKind memoryOperationType|address pc name:TEXT correlationId streamId localMemoryPoolAddress localMemoryPoolReleaseThreshold localMemoryPoolSize localMemoryPoolUtilizedSize importedMemoryPoolAddress importedMemoryPoolProcessId
CUDA_GPU_MEMORY_POOL_EVENTS|start|globalPid deviceId address operationType poolType correlationId minBytesToKeep localMemoryPoolReleaseThreshold localMemoryPoolSize localMemoryPoolUtilizedSize
GPU_CONTEXT_SWITCH_EVENTS|tag=8 vmId seqNo contextId timestamp gpuId|globalPid
GPU_CONTEXT_SWITCH_EVENTS|tag=4 vmId seqNo contextId timestamp gpuId|globalPid
FECS_EVENTS|tag=4 vmId seqNo contextId timestamp gpuId|globalPid
FECS_EVENTS|tag=8 vmId seqNo contextId timestamp gpuId|globalPid
PERF_EVENT_SOC_OR_CPU_RAW_EVENT|start count|end vmId componentId eventId
PERF_EVENT_CPU_RAW_EVENT|start count|end vmId componentId eventId
PERF_EVENT_SOC_OR_CPU_METRIC_EVENT|start value:REAL|end vmId componentId metricId
PERF_EVENT_CPU_METRIC_EVENT|start value:REAL|end vmId componentId metricId
PMU_EVENTS|start counter_id|end globalVm cpu
UNCORE_PMU_EVENTS|start counterId|end globalVm clusterId
BANDWIDTH_USAGE_EVENTS|start valuesId|end globalVm
NET_NIC_METRIC|start value|end globalId portId metricsListId metricsIdx
NET_IB_SWITCH_METRIC|start value|end globalId portId metricsListId metricsIdx
generic:GENERIC_EVENTS|timestamp|genericEventId rawTimestamp typeId globalTid data:TEXT
etw:ETW_EVENTS|timestamp typeId|rawTimestamp globalTid opcode data:TEXT
etw:ETW_EVENTS|timestamp providerId|processId threadId taskId eventId version opcode data:TEXT
etw:ETW_EVENTS_DEPRECATED_TABLE|start end|globalTid providerName taskName description
etw:MEMORY_TRANSFER_EVENTS|start|globalTid gpu taskId eventId allocationGlobalHandle dmaBuffer size offset memoryTransferType
etw:NV_LOAD_BALANCE_MASTER_EVENTS|start end|globalTid gpu eventId task:TEXT frameCount frameTime:REAL averageFrameTime:REAL averageLatency:REAL minLatency:REAL idlePercent:REAL averageQueuedFrames:REAL totalActiveMs:REAL totalIdleMs:REAL isGPUAlmostOneFrameAhead
etw:NV_LOAD_BALANCE_EVENTS|start end|globalTid gpu eventId task:TEXT averageFPS:REAL queuedFrames:REAL currentCPUTime:REAL averageStallTime:REAL averageQueuedFrames:REAL averageCPUTime:REAL averageCPUIdleTime:REAL isGPUAlmostOneFrameAhead
etw:WDDM_EVICT_ALLOCATION_EVENTS|start end|globalTid gpu allocationHandle
etw:WDDM_PAGING_QUEUE_PACKET_START_EVENTS|start end|globalTid gpu pagingQueue pagingQueuePacket sequenceId dxgDevice dxgAdapter alloc vidMmOpType pagingQueueType
etw:WDDM_PAGING_QUEUE_PACKET_STOP_EVENTS|start end|globalTid gpu pagingQueue pagingQueuePacket sequenceId 
etw:WDDM_PAGING_QUEUE_PACKET_INFO_EVENTS|start end|globalTid gpu pagingQueue pagingQueuePacket sequenceId 
etw:WDDM_QUEUE_PACKET_START_EVENTS|start end|globalTid gpu context packetType engineType dmaBufferSize submitSequence present queuePacket dmaBuffer allocationListSize patchLocationListSize progressFenceValue syncObject
etw:WDDM_QUEUE_PACKET_STOP_EVENTS|start end|globalTid gpu context packetType engineType submitSequence preempted timeouted queuePacket
etw:WDDM_QUEUE_PACKET_INFO_EVENTS|start end|globalTid gpu context packetType engineType submitSequence
etw:WDDM_DMA_PACKET_START_EVENTS|start end|globalTid gpu context packetType engineType uliSubmissionId ulQueueSubmitSequence queuePacketContext dmaBuffer quantumStatus
etw:WDDM_DMA_PACKET_STOP_EVENTS|start end|globalTid gpu context packetType engineType uliCompletionId preempted ulQueueSubmitSequence
etw:WDDM_DMA_PACKET_INFO_EVENTS|start end|globalTid gpu context packetType engineType uliCompletionId faultedVirtualAddress interruptType faultedProcessHandle pageFaultFlags ulQueueSubmitSequence quantumStatus
etw:WDDM_HW_QUEUE_EVENTS|start end|globalTid gpu context hwQueue parentDxgHwQueue
etw:GPU_MEMORY_BUDGET_EVENTS|timestamp|globalTid gpu newBudget segmentGroup
etw:GPU_MEMORY_USAGE_EVENTS|timestamp|globalTid gpu newUsage segmentGroup
etw:DEMOTED_BYTES_EVENTS|timestamp|globalTid gpu commitment
etw:TOTAL_BYTES_RESIDENT_IN_SEGMENT_EVENTS|timestamp|globalTid gpu totalBytesResident segmentGroup segmentId
block:CUPTI_ACTIVITY_KIND_BLOCK_TRACE|start end|$block
block:CUPTI_ACTIVITY_KIND_BLOCK_PHASE_TRACE|start end|$block phase1Timestamp phase2Timestamp
block:CUPTI_ACTIVITY_KIND_WARP_TRACE|start end|$block WarpID
block:CUPTI_ACTIVITY_KIND_WARP_PHASE_TRACE|start end|$block WarpID EventName InternalEventCount eventType WarpEventIds:TEXT WarpEventTimestampOffsets:TEXT"

# table TABLE COLUMN...: creates it with three rows: a number of its own in each column, NULL
# wherever it can be, 0 likewise.
table() {
	echo "$*" | awk '{
		for (i = 2; i <= NF; i++) {
			n = split($i, part, ":")
			given = split(part[1], pair, "=") > 1
			col = pair[1]
			def = def (i > 2 ? ", " : "") col " " (n > 1 ? part[2] : "INTEGER")
			when = col ~ /^(start|end|timestamp|startedAt|endedAt)$/
			if (given) v = pair[2]
			else if (col ~ /^(start|timestamp|startedAt)$/) v = 1000
			else if (col ~ /^end(edAt)?$/) v = 5000
			else if (col == "DeviceType") v = 4
			else if (col == "globalTid") v = "((1 << 48) | (77 << 24) | 78)"
			else if (col == "endGlobalTid") v = "((1 << 48) | (77 << 24) | 79)"
			else if (col == "globalPid") v = "((1 << 48) | (77 << 24))"
			else if (part[2] == "TEXT") v = "\047text of " col "\047"
			else v = i + (part[2] == "REAL" ? ".5" : "")
			all = all (i > 2 ? ", " : "") v
			none = none (i > 2 ? ", " : "") (when || given ? v + when : col ~ /^(eventId|value|count|id|counter_?[iI]d|valuesId)$/ ? i + 1 : "NULL")
			zero = zero (i > 2 ? ", " : "") (when || given ? v + 2 * when : col ~ /^(grid|block)[XYZ]/ ? 1 : 0)
		}
		print "CREATE TABLE " $1 "(" def ");"
		print "INSERT INTO " $1 " VALUES (" all "), (" none "), (" zero ");"
	}'
}

# parts TABLE: the tables that its rows take their values from, one for each.
parts() {
	case $1 in
	PMU_EVENTS) echo 'CREATE TABLE PMU_EVENT_COUNTERS AS SELECT counter_id AS id, counter_id AS idx, counter_id AS value FROM PMU_EVENTS;' ;;
	UNCORE_PMU_EVENTS) echo 'CREATE TABLE UNCORE_PMU_EVENT_VALUES AS SELECT counterId AS id, counterId AS type, counterId AS value, counterId AS rawId FROM UNCORE_PMU_EVENTS;' ;;
	BANDWIDTH_USAGE_EVENTS) echo 'CREATE TABLE BANDWIDTH_USAGE_VALUES AS SELECT valuesId AS id, valuesId AS idx, valuesId AS value FROM BANDWIDTH_USAGE_EVENTS;' ;;
	esac
}

# names TABLE: the tables that say what its rows refer to by number.
names() {
	type="CREATE TABLE GENERIC_EVENT_TYPES AS SELECT typeId, 6 AS sourceId, 7 AS nameId, 8 AS etwProviderNameId FROM $1;"
	network="CREATE TABLE TARGET_INFO_NETWORK_METRICS AS SELECT metricsListId, metricsIdx, 'name' AS name, 'unit' AS unit FROM $1;"
	perf="CREATE TABLE TARGET_INFO_COMPONENT AS SELECT componentId, 'Core' AS name, 2 AS instance FROM $1;
		CREATE TABLE TARGET_INFO_PERF_METRIC AS SELECT %s AS id, 'name' AS name, 'unit' AS unit, 'shown' AS displayName FROM $1;"
	case $1 in
	MPI_*) echo "CREATE TABLE MPI_RANKS AS SELECT globalTid, 3 AS rank FROM $1;" ;;
	UCP_*) echo "CREATE TABLE UCP_WORKERS AS SELECT globalTid, 4 AS workerUid FROM $1;" ;;
	GPU_METRICS | SOC_METRICS) echo "CREATE TABLE TARGET_INFO_$1 AS SELECT typeId, metricId, 'Name [unit]' AS metricName FROM $1;" ;;
	PERF_EVENT_*_RAW_EVENT) printf "$perf" eventId ;;
	PERF_EVENT_*_METRIC_EVENT) printf "$perf" metricId ;;
	PMU_EVENTS) echo "CREATE TABLE PMU_EVENT_REQUESTS AS SELECT counter_id AS id, 'name' AS event_name FROM PMU_EVENTS;" ;;
	NET_NIC_METRIC)
		echo "$network CREATE TABLE NIC_ID_MAP AS SELECT 2 AS nicId, globalId FROM $1;
			CREATE TABLE TARGET_INFO_NIC_INFO(GUID, nicId, name); INSERT INTO TARGET_INFO_NIC_INFO VALUES (9, 2, 'nic');"
		;;
	NET_IB_SWITCH_METRIC) echo "$network" ;;
	GENERIC_EVENTS) echo "$type CREATE TABLE GENERIC_EVENT_SOURCES(sourceId, nameId); INSERT INTO GENERIC_EVENT_SOURCES VALUES (6, 9);" ;;
	ETW_EVENTS)
		case $2 in
		*providerId*)
			echo "CREATE TABLE ETW_TASKS AS SELECT 7 AS taskNameId, taskId, providerId FROM $1; CREATE TABLE ETW_PROVIDERS AS SELECT providerId, 8 AS providerNameId FROM $1;"
			;;
		*) echo "$type" ;;
		esac
		;;
	OSRT_FILE_ACCESS_EVENTS)
		echo "CREATE TABLE OSRT_FILE_ACCESS_DESCRIPTORS AS SELECT fileAccessId, 77 AS processId, '/file' AS filePath FROM $1;
			CREATE TABLE PROCESSES(globalPid, pid, name); INSERT INTO PROCESSES VALUES ((1 << 48) | (77 << 24), 77, 'app');"
		;;
	OSRT_API | SYSCALL) echo "CREATE TABLE ${1%_API}_CALLCHAINS AS SELECT callchainId AS id, 5 AS symbol, 6 AS module, 0 AS stackDepth FROM $1;" ;;
	CUPTI_ACTIVITY_KIND_RUNTIME) echo "CREATE TABLE CUDA_CALLCHAINS AS SELECT callchainId AS id, 5 AS symbol, 6 AS module, 0 AS stackDepth FROM $1;" ;;
	COMPOSITE_EVENTS) echo "CREATE TABLE SAMPLING_CALLCHAINS AS SELECT id, 5 AS symbol, 6 AS module, 0 AS stackDepth FROM $1;" ;;
	esac
}

# changes TABLE ROW VALUE COLUMN...: what sets all columns of a row but its times and what it goes
# by.
changes() {
	echo "UPDATE $1 SET rowid = rowid$(shift 2
		value=$1
		shift
		for column; do
			case $column in
			start | end | timestamp | startedAt | endedAt | *=* | *:*) ;;
			*) printf ', %s = %s' "$column" "$value" ;;
			esac
		done) WHERE rowid = $2;"
}

# moments TABLE COLUMN...: the earliest time, until before 0; the latest; an end that is not known.
moments() {
	name=$1
	shift
	for column; do
		case $column in
		start | timestamp | startedAt)
			echo "UPDATE $name SET $column = CASE rowid WHEN 1 THEN -9223372036854775808 WHEN 2 THEN 9223372036854775806 ELSE 4294967295 END;"
			;;
		end | endedAt) echo "UPDATE $name SET $column = CASE rowid WHEN 1 THEN -2 WHEN 2 THEN 9223372036854775807 END;" ;;
		esac
	done
}

# extremes TABLE COLUMN...: a negative number, the largest one, and the one that often means none.
extremes() {
	name=$1
	moments "$@"
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

# keys TABLE: the keys of the events in $tmp/out, each behind the type and the table.
keys() {
	events "$tmp/out" | jq -r --arg table "$1" '.type as $type | (del(.args) | keys_unsorted[]), (.args // {} | keys_unsorted[] | "args." + .) | "\($type)\t\(.)\t\($table)"'
}

strings="INSERT INTO StringIds WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 50) SELECT n, 'string ' || n FROM n;"

while IFS='|' read -r table required others; do
	[ -n "$table" ] || continue
	type=${table%%:*}
	table=${table#*:}
	[ "$type" != "$table" ] || type=
	for column in $required $others; do
		column=${column%%[:=]*}
		printf '%s\t%s\n' "$table" "$column" >>"$tmp/have"
	done
	fixture full <<-END
		$strings
		$(table "$table" $required $others)
		$(parts "$table")
		$(names "$table" "$required")
	END
	run nst-dump --stacks --names both ${type:+--type "$type"} "$db"
	keys "$table" >>"$tmp/seen"
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$table: read with all columns"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: three rows, three events"
	agrees "$db" "$table: each column is the key it should be" $type
	chosen || continue

	# a row of each extreme, which all columns hold, and which refer to nothing; then values
	# that no export has
	fixture extreme <<-END
		$strings
		$(table "$table" $required $others)
		$(extremes "$table" $required $others)
		$(parts "$table")
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(grep -v ': two machines have a process 16777215:' "$tmp/err")" '0 ' "$table: read with extreme values"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: three rows, three events with extreme values"
	agrees "$db" "$table: extreme values" $type
	fixture odd <<-END
		$(table "$table" $required $others)
		$(odd "$table" $required $others)
		$(parts "$table")
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$(jq -r .type "$tmp/out" 2>&1 | tail -n 1)" end "$table: values of wrong types leave a whole stream"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: and an event for each row"

	fixture lean <<-END
		$(table "$table" $required)
		$(parts "$table")
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$table: read with the required columns"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: three rows, three events without the others"
	agrees "$db" "$table: what has no column has no key" $type

	fixture empty <<-END
		$(table "$table" $required $others)
		DELETE FROM $table;
		$(parts "$table")
	END
	run nst-dump ${type:+--type "$type"} "$db"
	is "$status $(cat "$tmp/err") $(cut -d'"' -f6 "$tmp/out" | paste -sd ' ')" '0  stream end' "$table: no rows, no events"

	for column in $required; do
		column=${column%%[:=]*}
		fixture missing <<-END
			$(table "$table" $required $others)
			$(parts "$table")
			ALTER TABLE $table DROP COLUMN $column;
			$([ "$table" = OSRT_API ] || table OSRT_API start end)
		END
		run nst-dump ${type:+--type "$type,osrt"} "$db"
		case $column in # marks have no end; of several shapes, one is named
		graphNodeId) said=graphId other='"osrt"' ;;
		providerId) said=typeId other='"osrt"' ;;
		end) said=end other='"(osrt|nvtx-mark)"' ;;
		*) said=$column other='"osrt"' ;;
		esac
		like "$(cat "$tmp/err")" "^nst-dump: $db: .*$table.*[[ .]$said\\b" "$table: says that it lacks $column"
		is "$(events "$tmp/out" | grep -Evc "\"type\":$other")" 0 "$table: nothing is read without $column"
		[ "$table" = OSRT_API ] || is "$(events "$tmp/out" | grep -c '"type":"osrt"')" 3 "$table: other tables are still read without $column"
	done
done <<END
$sources
END

# No row of the table of tables is without a fixture: its columns are there, and its keys came out.
# Expressions and what is made of several tables have keys only.
nst-dump --tables >"$tmp/tables"
ok 'there is a table of tables' test -s "$tmp/tables"
cut -f 1-3 "$tmp/tables" | sort -u >"$tmp/keys"
sort -u -o "$tmp/seen" "$tmp/seen"
is "$(comm -23 "$tmp/keys" "$tmp/seen")" '' 'every key of every table is in an event above'
awk -F '\t' '$4 !~ /^(\(|nst_)/ { print $3 "\t" $4 }' "$tmp/tables" | sort -u >"$tmp/columns"
sort -u -o "$tmp/have" "$tmp/have"
is "$(comm -23 "$tmp/columns" "$tmp/have")" '' 'every column of every table is in a fixture above'

# Nor does a table that is read have a column that is not, in a fixture or a real export, save
# these.
cat >"$tmp/unread" <<'END'
*	eventClass	the type of the event, or its table, says so
NVTX_EVENTS	eventType	likewise
NVTXT_EVENTS	eventType	likewise
*	rawTimestamp	the time on another clock
*	vmId	whose ids are those of processes
*	globalVm	likewise
*	id	a number that other tables refer to
*	genericEventId	likewise
NVTX_EVENTS	eventId	likewise
OSRT_API	argumentsId	likewise
GPU_VIDEO_ENGINE_WORKLOAD	globalEngineId	the engine once more
GPU_VIDEO_ENGINE_MISSING	globalEngineId	there is no other
OPENMP_*	correlationId	unused
OSRT_API	correlationId	of 2021 only, and of nothing
PROFILER_OVERHEAD	correlationId	likewise
CUPTI_ACTIVITY_KIND_MEMCPY	deprecatedSrcId	deprecated
CUPTI_ACTIVITY_KIND_SYNCHRONIZATION	deprecatedSyncType	deprecated
CUPTI_ACTIVITY_KIND_SYNCHRONIZATION	syncType	a number that changed its meaning: the name goes by the stream and the event
NET_*	metricsListId	with metricsIdx it makes the name
SOC_METRICS	typeId	with metricId it makes the name
CUPTI_ACTIVITY_KIND_CUDA_EVENT	timestamp	in nst_time
GPU_CONTEXT_SWITCH_EVENTS	tag	in nst_tag
FECS_EVENTS	tag	in nst_tag
OSRT_FILE_ACCESS_EVENTS	threadId	in nst_thread
PMU_EVENTS	counter_id	in nst_value
UNCORE_PMU_EVENTS	counterId	in nst_value
BANDWIDTH_USAGE_EVENTS	valuesId	in nst_value
CUPTI_ACTIVITY_KIND_RUNTIME	name	added by a user
CUPTI_ACTIVITY_KIND_MEMCPY	name	added by a user
END
for name in $(profiles); do
	sql "$name" "SELECT t.name, c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'" | tr '|' '\t'
done | sort -u - "$tmp/have" >"$tmp/all"
awk -F '\t' -v unread="$tmp/unread" '
	BEGIN { n = 0 }
	FILENAME == unread { table[n] = $1; gsub(/\*/, ".*", table[n]); column[n++] = $2; next }
	NF == 5 { # of --tables; an expression has its columns in brackets
		tables[$3]
		have[$3, $4]
		for (text = $4; match(text, /\[[^]]*\]/); text = substr(text, RSTART + RLENGTH))
			have[$3, substr(text, RSTART + 1, RLENGTH - 2)]
		next
	}
	$1 in tables && !(($1, $2) in have) {
		for (i = 0; i < n; i++)
			if ($2 == column[i] && $1 ~ "^" table[i] "$")
				next
		print
	}' "$tmp/unread" "$tmp/tables" "$tmp/all" >"$tmp/lost"
is "$(cat "$tmp/lost")" '' 'no column of a table that is read is left out without a reason'

# No table of events at all.
fixture none </dev/null
run nst-dump "$db"
is "$status $(cat "$tmp/err") $(jq -c '[.type, .events]' "$tmp/out" | paste -sd ' ')" '0  ["stream",null] ["end",0]' 'an export without events'

# Loss is never silent.
fixture rest <<END
$(table NVTX_EVENTS start end eventType=59 text:TEXT)
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
is "$(grep -c . "$tmp/err")" 3 'three tables are not read, or not fully; the others need not be named'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: NEW_METRICS, 3 rows$" 'a table that nothing reads'
is "$(tail -n 1 "$tmp/out" | jq -c .skipped)" '{"generic":3}' 'a table that one has to ask for: the end record counts it'
run nst-dump -v "$db"
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: generic 3$" 'a table that one has to ask for: -v'
run nst-dump "$db"
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: it's\(odd, 3 rows$" 'a table with an odd name'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: NVTX_EVENTS, 4 rows" 'rows of unknown kinds'
run nst-dump --type nvtx "$db"
is "$status $(cat "$tmp/err")" '0 ' 'who asks for a type hears nothing of others'
finish
