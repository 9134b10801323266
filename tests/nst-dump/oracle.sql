-- SPDX-License-Identifier: MIT
-- The stream of the export p for what table "ask" asks. Reads the views of views.sql.

CREATE TEMP TABLE str AS SELECT id, value FROM p.StringIds;
CREATE UNIQUE INDEX temp.strid ON str(id);

-- Labels: the file's own, else those that NVIDIA documents; what has neither stays a number.
CREATE TEMP TABLE label(enum, id, label, PRIMARY KEY (enum, id));
INSERT INTO label SELECT 'ENUM_CUDA_MEMCPY_OPER', column1, column2 FROM (VALUES (0, 'Unknown'), (1, 'Host-to-Device'), (2, 'Device-to-Host'),
	(3, 'Host-to-Array'), (4, 'Array-to-Host'), (5, 'Array-to-Array'), (6, 'Array-to-Device'), (7, 'Device-to-Array'), (8, 'Device-to-Device'),
	(9, 'Host-to-Host'), (10, 'Peer-to-Peer'), (11, 'Unified Host-to-Device'), (12, 'Unified Device-to-Host'), (13, 'Unified Device-to-Device'));
INSERT INTO label SELECT 'ENUM_CUDA_MEM_KIND', column1, column2 FROM (VALUES (0, 'Pageable'), (1, 'Pinned'), (2, 'Device'), (3, 'Array'), (4, 'Managed'),
	(5, 'Device Static'), (6, 'Managed Static'), (7, 'Unknown'));
INSERT INTO label SELECT 'ENUM_CUDA_KERNEL_LAUNCH_TYPE', column1, column2 FROM (VALUES (0, 'Unknown'), (1, 'Regular'), (2, 'Coop Single Device'), (3, 'Coop Multi Device'));
INSERT INTO label SELECT 'ENUM_CUDA_FUNC_CACHE_CONFIG', column1, column2 FROM (VALUES (0, 'None'), (1, 'Shared'), (2, 'L1'), (3, 'Equal'));
INSERT INTO label SELECT 'ENUM_CUDA_UNIF_MEM_MIGRATION', column1, column2 FROM (VALUES (0, 'Unknown'), (1, 'User prefetch'), (2, 'Page fault'),
	(3, 'Speculative prefetch'), (4, 'Eviction'), (5, 'Access counters'));
INSERT INTO label SELECT 'ENUM_CUDA_UNIF_MEM_ACCESS_TYPE', column1, column2 FROM (VALUES (0, 'Unknown'), (1, 'Read'), (2, 'Write'), (3, 'Atomic'), (4, 'Prefetch'));
INSERT INTO label SELECT 'ENUM_CUDA_DEV_MEM_EVENT_OPER', column1, column2 FROM (VALUES (0, 'Allocation'), (1, 'Deallocation'));
INSERT OR REPLACE INTO label SELECT enum, id, label FROM enum WHERE label NOT NULL;

-- NVTX: who is called what.
CREATE TEMP TABLE named AS SELECT eventType AS type, globalTid & ~0xFFFFFF AS process, globalTid AS thread, coalesce(domainId, 0) AS domain, category,
	coalesce(text, (SELECT value FROM str WHERE id = textId)) AS name FROM NVTX_EVENTS WHERE eventType IN (33, 39, 75);

-- All events: tab is the order of tables, span what orders events of one time: -1 without a duration, NULL and then the longest without an end.
CREATE TEMP TABLE event AS SELECT row_number() OVER (ORDER BY ts, span DESC, tab, row) AS e, *
FROM (SELECT tab, row, ts, coalesce(time, 9223372036854775807) AS span, type, name, process, thread, endtid, device, context, stream, corr, domain, args, gpu, value FROM (SELECT *, NULL AS gpu, NULL AS value FROM (
SELECT 1 AS tab, row, start AS ts, CASE WHEN eventType = 34 THEN -1 ELSE max(end - start, 0) END AS time,
	CASE eventType WHEN 34 THEN 'nvtx-mark' ELSE 'nvtx' END AS type,
	coalesce(text, (SELECT value FROM str WHERE id = textId), textId || '') AS name,
	globalTid & ~0xFFFFFF AS process, globalTid AS thread, CASE eventType WHEN 34 THEN NULL ELSE nullif(endGlobalTid, globalTid) & 0xFFFFFF END AS endtid,
	NULL AS device, NULL AS context, NULL AS stream, NULL AS corr, nullif(domainId, 0) AS domain,
	json_object('category', coalesce((SELECT name FROM named d WHERE d.type = 33 AND d.process = globalTid & ~0xFFFFFF AND d.domain IS coalesce(domainId, 0)
			AND d.category = nullif(n.category, 0)), nullif(category, 0) || ''), 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END,
		'payload', CASE WHEN uint64Value NOT NULL THEN json(printf('%u', uint64Value))
			WHEN coalesce(int64Value, doubleValue, uint32Value, int32Value, floatValue) NOT NULL THEN coalesce(int64Value, doubleValue, uint32Value, int32Value, floatValue)
			WHEN jsonText NOT NULL THEN CASE WHEN json_valid(jsonText) THEN json(jsonText) ELSE jsonText END
			WHEN jsonTextId NOT NULL THEN (SELECT CASE WHEN json_valid(t) THEN json(t) ELSE t END FROM (SELECT coalesce((SELECT value FROM str WHERE id = jsonTextId), jsonTextId || '') AS t))
			WHEN binaryData NOT NULL THEN lower(hex(binaryData)) END,
		'range_id', CASE eventType WHEN 34 THEN NULL ELSE rangeId END) AS args
	FROM NVTX_EVENTS n WHERE eventType IN (34, 59, 60)
UNION ALL
SELECT 2, row, start, max(end - start, 0), 'cuda-api', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL,
	NULL, NULL, NULL, nullif(correlationId, 0), NULL, json_object('return', nullif(returnValue, 0))
	FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass IS NOT 67
UNION ALL
SELECT 3, row, start, max(end - start, 0), 'cuda-sync',
	CASE WHEN streamId IS NULL THEN NULL WHEN streamId = 4294967295 AND eventId = 4294967295 THEN 'Context synchronize' WHEN streamId = 4294967295 THEN 'Event synchronize'
		WHEN eventId = 4294967295 THEN 'Stream synchronize' ELSE 'Stream wait event' END,
	globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL,
	json_object('event', nullif(eventId, 4294967295), 'event_sync', nullif(eventSyncId, 4294967295), 'green_context', nullif(greenContextId, 0))
	FROM CUPTI_ACTIVITY_KIND_SYNCHRONIZATION WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 4, row, start, max(end - start, 0), 'osrt', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL,
	NULL, NULL, NULL, NULL, NULL, json_object('return', nullif(returnValue, 0), 'nesting', nullif(nestingLevel, 0))
	FROM OSRT_API
UNION ALL
SELECT 5, row, start, -1, 'sched', CASE isSchedIn WHEN 1 THEN 'sched-in' WHEN 0 THEN 'sched-out' END, globalTid & ~0xFFFFFF, globalTid, NULL,
	NULL, NULL, NULL, NULL, NULL, json_object('cpu', cpu,
		'state', CASE WHEN threadState <> 0 THEN coalesce((SELECT label FROM label WHERE enum = 'ENUM_SAMPLING_THREAD_STATE' AND id = threadState), threadState || '') END,
		'block', coalesce((SELECT label FROM label WHERE enum = 'ENUM_SCHEDULING_THREAD_BLOCK' AND id = threadBlock), threadBlock || ''))
	FROM SCHED_EVENTS
UNION ALL
SELECT 6, row, start, max(end - start, 0), 'graph', 'Graph ' || graphId, globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL,
	json_object('graph', graphId, 'graph_exec', graphExecId, 'green_context', nullif(greenContextId, 0))
	FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 7, row, start, max(end - start, 0), 'kernel', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalPid, NULL, NULL,
	deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL,
	json_object('grid', CASE WHEN gridX NOT NULL THEN json_array(gridX, gridY, gridZ) END, 'block', CASE WHEN blockX NOT NULL THEN json_array(blockX, blockY, blockZ) END,
		'cluster', CASE WHEN clusterX <> 0 OR clusterY <> 0 OR clusterZ <> 0 THEN json_array(clusterX, clusterY, clusterZ) END, 'registers', registersPerThread,
		'shared_static', staticSharedMemory, 'shared_dynamic', dynamicSharedMemory, 'shared_executed', sharedMemoryExecuted,
		'local_thread', localMemoryPerThread, 'local_total', localMemoryTotal,
		'launch_type', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_KERNEL_LAUNCH_TYPE' AND id = launchType), launchType || ''),
		'cache', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_FUNC_CACHE_CONFIG' AND id = cacheConfig), cacheConfig || ''),
		'grid_id', gridId, 'graph', graphId, 'graph_node', graphNodeId, 'green_context', nullif(greenContextId, 0), 'cluster_policy', nullif(clusterSchedulingPolicy, 0),
		'cluster_size_max', nullif(maxPotentialClusterSize, 0), 'clusters_max', nullif(maxActiveClusters, 0), 'shared_percentage', nullif(sharedMemoryRequestedPercentage, 0),
		'shared_limit', CASE WHEN sharedMemoryLimitConfig <> 0 THEN coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_SHARED_MEM_LIMIT_CONFIG' AND id = sharedMemoryLimitConfig), sharedMemoryLimitConfig || '') END,
		'qmd_bulk_release', qmdBulkReleaseDone, 'qmd_preexit', qmdPreexitDone, 'qmd_last_cta', qmdLastCtaDone,
		'tensor_size', CASE WHEN tensorSizeMinusOneElements = '[]' THEN NULL WHEN json_valid(tensorSizeMinusOneElements) THEN json(tensorSizeMinusOneElements) ELSE tensorSizeMinusOneElements END,
		'demangled', CASE style WHEN 'both' THEN coalesce((SELECT value FROM str WHERE id = demangledName), demangledName || '') END)
	FROM (SELECT *, CASE style WHEN 'mangled' THEN coalesce(mangledName, shortName, demangledName) WHEN 'demangled' THEN coalesce(demangledName, shortName, mangledName)
		ELSE coalesce(shortName, demangledName, mangledName) END AS nameId FROM CUPTI_ACTIVITY_KIND_KERNEL, ask)
	WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 8, row, start, max(end - start, 0), 'memcpy', 'Memcpy ' || kind, globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL,
	json_object('bytes', bytes, 'kind', kind,
		'src_kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEM_KIND' AND id = srcKind), srcKind || ''),
		'dst_kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEM_KIND' AND id = dstKind), dstKind || ''),
		'src_device', srcDeviceId, 'src_context', srcContextId, 'dst_device', dstDeviceId, 'dst_context', dstContextId,
		'cause', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_UNIF_MEM_MIGRATION' AND id = migrationCause), migrationCause || ''),
		'address', CASE WHEN virtualAddress NOT NULL THEN json(printf('%u', virtualAddress)) END, 'copies', nullif(copyCount, 0),
		'graph_node', graphNodeId, 'green_context', nullif(greenContextId, 0))
	FROM (SELECT *, coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEMCPY_OPER' AND id = copyKind), copyKind || '') AS kind FROM CUPTI_ACTIVITY_KIND_MEMCPY)
	WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 9, row, start, max(end - start, 0), 'memset', 'Memset', globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL,
	json_object('bytes', bytes, 'value', value, 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEM_KIND' AND id = memKind), memKind || ''),
		'graph_node', graphNodeId, 'green_context', nullif(greenContextId, 0))
	FROM CUPTI_ACTIVITY_KIND_MEMSET WHERE start <> 0 OR end <> 0)
UNION ALL
SELECT 10, row, start, max(end - start, 0), 'graph-create', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('kind', CASE eventClass WHEN 94 THEN 'executable graph' WHEN 95 THEN 'graph' WHEN 96 THEN 'clone' ELSE eventClass || '' END, 'graph', graphId, 'original', originalGraphId, 'graph_exec', graphExecId), NULL, NULL
	FROM CUDA_GRAPH_EVENTS WHERE EXISTS (SELECT 1 FROM pragma_table_info('CUDA_GRAPH_EVENTS', 'p') WHERE name = 'graphId')
UNION ALL
SELECT 11, row, start, max(end - start, 0), 'graph-node', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('graph_node', graphNodeId, 'original', originalGraphNodeId), NULL, NULL
	FROM CUDA_GRAPH_EVENTS WHERE NOT EXISTS (SELECT 1 FROM pragma_table_info('CUDA_GRAPH_EVENTS', 'p') WHERE name = 'graphId')
UNION ALL
SELECT 12, row, start, max(end - start, 0), 'graph-node', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('graph_node', graphNodeId, 'original', originalGraphNodeId), NULL, NULL
	FROM CUDA_GRAPH_NODE_EVENTS
UNION ALL
SELECT 13, row, time, -1, 'cuda-event', 'Event ' || eventId, globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL, json_object('event', nullif(eventId, 4294967295), 'event_sync', nullif(eventSyncId, 4294967295), 'clock', CASE WHEN timestamp <> 0 THEN 'device' ELSE 'call' END, 'green_context', nullif(greenContextId, 0)), NULL, NULL
	FROM (SELECT *, coalesce(nullif(timestamp, 0), (SELECT min(start) FROM CUPTI_ACTIVITY_KIND_RUNTIME r WHERE r.correlationId = e.correlationId AND r.correlationId <> 0
		AND r.eventClass <> 67 AND r.globalTid & ~0xFFFFFF = e.globalPid)) AS time FROM CUPTI_ACTIVITY_KIND_CUDA_EVENT e) WHERE time NOT NULL
UNION ALL
SELECT 14, row, start, max(end - start, 0), 'host-callback', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, nullif(correlationId, 0), NULL, json_object(), NULL, NULL
	FROM CUDA_HOST_CALLBACK
UNION ALL
SELECT 15, row, start, max(end - start, 0), 'host-launch', 'Host function', globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL, json_object('graph', graphId, 'graph_node', graphNodeId, 'green_context', nullif(greenContextId, 0)), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_GRAPH_HOST_NODE_AND_HOST_LAUNCH WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 16, row, start, max(end - start, 0), 'decompress', 'Decompress', globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL, json_object('bytes', sourceBytes, 'operations', NumberOfOperations, 'channel', ChannelID), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_MEM_DECOMPRESS WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 17, row, start, max(end - start, 0), 'jit', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, deviceId, NULL, NULL, nullif(correlationId, 0), NULL, json_object('kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUPTI_OVERHEAD_TYPE' AND id = overheadType), overheadType || ''), 'entry', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUPTI_JIT_ENTRY_TYPE' AND id = jitEntryType), jitEntryType || ''), 'operation', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUPTI_JIT_OPERATION_TYPE' AND id = jitOperationType), jitOperationType || ''), 'operation_id', jitOperationCorrelationId, 'cache_bytes', cacheSize, 'cache_path', cachePath), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_JIT
UNION ALL
SELECT 18, row, start, max(end - start, 0), 'overhead', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, nullif(correlationId, 0), NULL, json_object('kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUPTI_OVERHEAD_TYPE' AND id = overheadType), overheadType || ''), 'origin', 'CUDA'), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_OVERHEAD
UNION ALL
SELECT 19, row, start, max(end - start, 0), 'overhead', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUPTI_OVERHEAD_TYPE' AND id = overheadType), overheadType || ''), 'return', nullif(returnValue, 0)), NULL, NULL
	FROM PROFILER_OVERHEAD
UNION ALL
SELECT 20, row, start, -1, 'um-fault', 'CPU page fault', globalPid, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('address', CASE WHEN address NOT NULL THEN json(printf('%u', address)) END, 'pc', CASE WHEN originalFaultPc NOT NULL THEN json(printf('%u', originalFaultPc)) END, 'function', coalesce((SELECT value FROM str WHERE id = CpuInstruction), CpuInstruction || ''), 'module', coalesce((SELECT value FROM str WHERE id = module), module || ''), 'file', coalesce((SELECT value FROM str WHERE id = sourceFile), sourceFile || ''), 'line', nullif(sourceLine, 0), 'unresolved', nullif(unresolvedFaultPc, 0)), NULL, NULL
	FROM CUDA_UM_CPU_PAGE_FAULT_EVENTS
UNION ALL
SELECT 21, row, start, max(end - start, 0), 'um-fault', 'GPU page fault', globalPid, NULL, NULL, deviceId, NULL, NULL, NULL, NULL, json_object('address', CASE WHEN address NOT NULL THEN json(printf('%u', address)) END, 'faults', numberOfPageFaults, 'access', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_UNIF_MEM_ACCESS_TYPE' AND id = faultAccessType), faultAccessType || '')), NULL, NULL
	FROM CUDA_UM_GPU_PAGE_FAULT_EVENTS
UNION ALL
SELECT 22, row, start, max(end - start, 0), 'block', 'Block ' || BlockID, globalPid, NULL, NULL, deviceId, NULL, NULL, nullif(correlationId, 0), NULL, json_object('sm', SMId, 'block', BlockID, 'graph_node', nullif(nodeId, 0), 'ugpu', UGPUId, 'cga', CGAId), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_BLOCK_TRACE
UNION ALL
SELECT 23, row, start, max(end - start, 0), 'block', 'Block ' || BlockID, globalPid, NULL, NULL, deviceId, NULL, NULL, nullif(correlationId, 0), NULL, json_object('sm', SMId, 'block', BlockID, 'phase_start', phase1Timestamp, 'phase_end', phase2Timestamp, 'graph_node', nullif(nodeId, 0), 'ugpu', UGPUId, 'cga', CGAId), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_BLOCK_PHASE_TRACE
UNION ALL
SELECT 24, row, start, max(end - start, 0), 'block', 'Warp ' || WarpID, globalPid, NULL, NULL, deviceId, NULL, NULL, nullif(correlationId, 0), NULL, json_object('sm', SMId, 'block', BlockID, 'warp', WarpID, 'graph_node', nullif(nodeId, 0), 'ugpu', UGPUId, 'cga', CGAId), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_WARP_TRACE
UNION ALL
SELECT 25, row, start, max(end - start, 0), 'block', 'Warp ' || WarpID, globalPid, NULL, NULL, deviceId, NULL, NULL, nullif(correlationId, 0), NULL, json_object('sm', SMId, 'block', BlockID, 'warp', WarpID, 'event', EventName, 'kind', CASE eventType WHEN 0 THEN 'range' WHEN 1 THEN 'marker' WHEN 2 THEN 'start or end' ELSE eventType || '' END, 'count', InternalEventCount, 'ids', WarpEventIds, 'offsets', WarpEventTimestampOffsets, 'graph_node', nullif(nodeId, 0), 'ugpu', UGPUId, 'cga', CGAId), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_WARP_PHASE_TRACE
UNION ALL
SELECT 26, row, start, -1, 'sample', coalesce((SELECT value FROM str WHERE id = (SELECT symbol FROM SAMPLING_CALLCHAINS s WHERE s.id = c.id AND stackDepth = 0)), (SELECT symbol FROM SAMPLING_CALLCHAINS s WHERE s.id = c.id AND stackDepth = 0) || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('cpu', cpu, 'state', CASE WHEN threadState <> 0 THEN coalesce((SELECT label FROM label WHERE enum = 'ENUM_SAMPLING_THREAD_STATE' AND id = threadState), threadState || '') END, 'cycles', cpuCycles), NULL, NULL
	FROM COMPOSITE_EVENTS c
UNION ALL
SELECT 27, row, start, max(end - start, 0), 'syscall', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object(), NULL, NULL
	FROM SYSCALL
UNION ALL
SELECT 28, row, startedAt, max(endedAt - startedAt, 0), 'file-access', coalesce((SELECT value FROM str WHERE id = apiCallId), apiCallId || ''), thread & ~0xFFFFFF, thread, NULL, NULL, NULL, NULL, NULL, NULL, json_object('kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OSRT_FILE_ACCESS_EVENT_TYPE' AND id = eventType), eventType || ''), 'file', (SELECT filePath FROM OSRT_FILE_ACCESS_DESCRIPTORS d WHERE d.fileAccessId = f.fileAccessId ORDER BY row LIMIT 1), 'bytes', bytesProcessed, 'file_id', fileAccessId, 'context', nullif(context, '')), NULL, NULL
	FROM (SELECT *, coalesce(
		(SELECT coalesce((SELECT min(globalPid) FROM PROCESSES WHERE pid = processId), 281474976710656 + (processId & 0xFFFFFF) * 16777216) + (threadId & 0xFFFFFF)
			FROM OSRT_FILE_ACCESS_DESCRIPTORS d WHERE d.fileAccessId = a.fileAccessId ORDER BY row LIMIT 1),
		(SELECT min(globalTid) FROM ThreadNames WHERE globalTid & 0xFFFFFF = threadId & 0xFFFFFF HAVING count(DISTINCT globalTid) = 1)) AS thread FROM OSRT_FILE_ACCESS_EVENTS a) f
UNION ALL
SELECT 29, row, start, max(end - start, 0), 'cudnn', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object(), NULL, NULL
	FROM CUDNN_EVENTS
UNION ALL
SELECT 30, row, start, max(end - start, 0), 'cublas', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object(), NULL, NULL
	FROM CUBLAS_EVENTS
UNION ALL
SELECT 31, row, start, max(end - start, 0), 'openacc', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, CASE WHEN DeviceType = 4 THEN cuDeviceId END, CASE WHEN DeviceType = 4 THEN cuContextId END, CASE WHEN DeviceType = 4 THEN nullif(cuStreamId, 4294967295) END, nullif(correlationId, 0), NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENACC_EVENT_KIND' AND id = eventKind), eventKind || ''), 'device_type', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENACC_DEVICE' AND id = DeviceType), DeviceType || ''), 'file', coalesce((SELECT value FROM str WHERE id = srcFile), srcFile || ''), 'function', coalesce((SELECT value FROM str WHERE id = funcName), funcName || ''), 'line', nullif(lineNo, 0), 'bytes', bytes, 'variable', coalesce((SELECT value FROM str WHERE id = varName), varName || '')), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_OPENACC_DATA
UNION ALL
SELECT 32, row, start, max(end - start, 0), 'openacc', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, CASE WHEN DeviceType = 4 THEN cuDeviceId END, CASE WHEN DeviceType = 4 THEN cuContextId END, CASE WHEN DeviceType = 4 THEN nullif(cuStreamId, 4294967295) END, nullif(correlationId, 0), NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENACC_EVENT_KIND' AND id = eventKind), eventKind || ''), 'device_type', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENACC_DEVICE' AND id = DeviceType), DeviceType || ''), 'file', coalesce((SELECT value FROM str WHERE id = srcFile), srcFile || ''), 'function', coalesce((SELECT value FROM str WHERE id = funcName), funcName || ''), 'line', nullif(lineNo, 0), 'kernel', coalesce((SELECT value FROM str WHERE id = kernelName), kernelName || ''), 'gangs', numGangs, 'workers', numWorkers, 'vector', vectorLength), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_OPENACC_LAUNCH
UNION ALL
SELECT 33, row, start, max(end - start, 0), 'openacc', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, CASE WHEN DeviceType = 4 THEN cuDeviceId END, CASE WHEN DeviceType = 4 THEN cuContextId END, CASE WHEN DeviceType = 4 THEN nullif(cuStreamId, 4294967295) END, nullif(correlationId, 0), NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENACC_EVENT_KIND' AND id = eventKind), eventKind || ''), 'device_type', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENACC_DEVICE' AND id = DeviceType), DeviceType || ''), 'file', coalesce((SELECT value FROM str WHERE id = srcFile), srcFile || ''), 'function', coalesce((SELECT value FROM str WHERE id = funcName), funcName || ''), 'line', nullif(lineNo, 0)), NULL, NULL
	FROM CUPTI_ACTIVITY_KIND_OPENACC_OTHER
UNION ALL
SELECT 34, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'thread', threadId, 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_THREAD' AND id = threadType), threadType || '')), NULL, NULL
	FROM OPENMP_EVENT_KIND_THREAD
UNION ALL
SELECT 35, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'parallel', parallelId, 'parent', parentTaskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_PARALLEL
UNION ALL
SELECT 36, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_SYNC_REGION' AND id = kind), kind || ''), 'parallel', parallelId, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_SYNC_REGION
UNION ALL
SELECT 37, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_SYNC_REGION' AND id = kind), kind || ''), 'parallel', parallelId, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_SYNC_REGION_WAIT
UNION ALL
SELECT 38, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_TASK_FLAG' AND id = kind), kind || ''), 'parallel', parallelId, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_TASK
UNION ALL
SELECT 39, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'parallel', parallelId, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_MASTER
UNION ALL
SELECT 40, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'parallel', parallelId, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_REDUCTION
UNION ALL
SELECT 41, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'parent', parentTaskId, 'task', newTaskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_TASK_CREATE
UNION ALL
SELECT 42, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'status', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_TASK_STATUS' AND id = priorTaskStatus), priorTaskStatus || ''), 'parallel', parallelId, 'prior', priorTaskId, 'next', nextTaskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_TASK_SCHEDULE
UNION ALL
SELECT 43, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_CANCEL
UNION ALL
SELECT 44, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_MUTEX' AND id = kind), kind || ''), 'wait', CASE WHEN waitId NOT NULL THEN json(printf('%u', waitId)) END, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_MUTEX_WAIT
UNION ALL
SELECT 45, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_MUTEX' AND id = kind), kind || ''), 'wait', CASE WHEN waitId NOT NULL THEN json(printf('%u', waitId)) END), NULL, NULL
	FROM OPENMP_EVENT_KIND_CRITICAL_SECTION
UNION ALL
SELECT 46, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_MUTEX' AND id = kind), kind || ''), 'wait', CASE WHEN waitId NOT NULL THEN json(printf('%u', waitId)) END, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_MUTEX_RELEASED
UNION ALL
SELECT 47, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_MUTEX' AND id = kind), kind || ''), 'wait', CASE WHEN waitId NOT NULL THEN json(printf('%u', waitId)) END), NULL, NULL
	FROM OPENMP_EVENT_KIND_LOCK_INIT
UNION ALL
SELECT 48, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_MUTEX' AND id = kind), kind || ''), 'wait', CASE WHEN waitId NOT NULL THEN json(printf('%u', waitId)) END), NULL, NULL
	FROM OPENMP_EVENT_KIND_LOCK_DESTROY
UNION ALL
SELECT 49, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_WORK' AND id = kind), kind || ''), 'parallel', parallelId, 'task', taskId, 'count', count), NULL, NULL
	FROM OPENMP_EVENT_KIND_WORKSHARE
UNION ALL
SELECT 50, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_DISPATCH' AND id = kind), kind || ''), 'parallel', parallelId, 'task', taskId), NULL, NULL
	FROM OPENMP_EVENT_KIND_DISPATCH
UNION ALL
SELECT 51, row, start, max(end - start, 0), 'openmp', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENMP_EVENT_KIND' AND id = eventKind), eventKind || ''), 'thread', threadId), NULL, NULL
	FROM OPENMP_EVENT_KIND_FLUSH
UNION ALL
SELECT 52, row, start, max(end - start, 0), 'mpi', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('rank', (SELECT rank FROM MPI_RANKS r WHERE r.globalTid = m.globalTid), 'communicator', CASE WHEN coalesce(commUid, commHandle) NOT NULL THEN json(printf('%u', coalesce(commUid, commHandle))) END, 'bytes', size, 'tag', tag, 'peer', remoteRank, 'request', CASE WHEN requestHandle NOT NULL THEN json(printf('%u', requestHandle)) END), NULL, NULL
	FROM MPI_P2P_EVENTS m
UNION ALL
SELECT 53, row, start, max(end - start, 0), 'mpi', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('rank', (SELECT rank FROM MPI_RANKS r WHERE r.globalTid = m.globalTid), 'communicator', CASE WHEN coalesce(commUid, commHandle) NOT NULL THEN json(printf('%u', coalesce(commUid, commHandle))) END, 'bytes', size, 'bytes_received', recvSize, 'root', rootRank, 'request', CASE WHEN requestHandle NOT NULL THEN json(printf('%u', requestHandle)) END), NULL, NULL
	FROM MPI_COLLECTIVES_EVENTS m
UNION ALL
SELECT 54, row, start, max(end - start, 0), 'mpi', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('rank', (SELECT rank FROM MPI_RANKS r WHERE r.globalTid = m.globalTid), 'request', CASE WHEN requestHandle NOT NULL THEN json(printf('%u', requestHandle)) END), NULL, NULL
	FROM MPI_START_WAIT_EVENTS m
UNION ALL
SELECT 55, row, start, max(end - start, 0), 'mpi', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('rank', (SELECT rank FROM MPI_RANKS r WHERE r.globalTid = m.globalTid)), NULL, NULL
	FROM MPI_OTHER_EVENTS m
UNION ALL
SELECT 56, row, start, max(end - start, 0), 'ucx', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('worker', (SELECT workerUid FROM UCP_WORKERS w WHERE w.globalTid = u.globalTid), 'bytes', packedSize, 'peer', CASE WHEN peerWorkerUid NOT NULL THEN json(printf('%u', peerWorkerUid)) END, 'tag', CASE WHEN tag NOT NULL THEN json(printf('%u', tag)) END, 'address', CASE WHEN bufferAddr NOT NULL THEN json(printf('%u', bufferAddr)) END), NULL, NULL
	FROM UCP_SUBMIT_EVENTS u
UNION ALL
SELECT 57, row, start, max(end - start, 0), 'ucx', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('worker', (SELECT workerUid FROM UCP_WORKERS w WHERE w.globalTid = u.globalTid), 'bytes', packedSize, 'peer', CASE WHEN peerWorkerUid NOT NULL THEN json(printf('%u', peerWorkerUid)) END, 'tag', CASE WHEN tag NOT NULL THEN json(printf('%u', tag)) END, 'address', CASE WHEN bufferAddr NOT NULL THEN json(printf('%u', bufferAddr)) END), NULL, NULL
	FROM UCP_PROGRESS_EVENTS u
UNION ALL
SELECT 58, row, start, max(end - start, 0), 'ucx', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('worker', (SELECT workerUid FROM UCP_WORKERS w WHERE w.globalTid = u.globalTid)), NULL, NULL
	FROM UCP_EVENTS u
UNION ALL
SELECT 59, row, start, max(end - start, 0), 'nvvideo', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('interface', 'Encoder', 'api', apiId), NULL, NULL
	FROM NVVIDEO_ENCODER_API
UNION ALL
SELECT 60, row, start, max(end - start, 0), 'nvvideo', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('interface', 'Decoder', 'api', apiId), NULL, NULL
	FROM NVVIDEO_DECODER_API
UNION ALL
SELECT 61, row, start, max(end - start, 0), 'nvvideo', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('interface', 'JPEG'), NULL, NULL
	FROM NVVIDEO_JPEG_API
UNION ALL
SELECT 62, row, start, max(end - start, 0), 'nvvideo', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('interface', 'NvMedia', 'corr', nullif(correlationId, 0)), NULL, NULL
	FROM TRACE_PROCESS_EVENT_NVMEDIA
UNION ALL
SELECT 63, row, start, max(end - start, 0), 'nvvideo', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('interface', 'Tegra'), NULL, NULL
	FROM TEGRA_INTERNAL_API_CALLS
UNION ALL
SELECT 64, row, start, max(end - start, 0), 'nvtx', text, globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, nullif(domainId, 0), json_object('category', (SELECT coalesce((SELECT name FROM named d WHERE d.type = 33 AND d.process = globalTid & ~0xFFFFFF AND d.domain IS coalesce(domainId, 0) AND d.category = nullif(n.category, 0)), nullif(category, 0) || '')), 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'payload', CASE WHEN uint64Value NOT NULL THEN json(printf('%u', uint64Value)) ELSE coalesce(int64Value, doubleValue, uint32Value, int32Value, floatValue) END, 'source', coalesce((SELECT value FROM str WHERE id = sourceId), sourceId || '')), NULL, NULL
	FROM NVTXT_EVENTS n WHERE eventType IN (70, 71)
UNION ALL
SELECT 65, row, start, -1, 'nvtx-mark', text, globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, nullif(domainId, 0), json_object('category', (SELECT coalesce((SELECT name FROM named d WHERE d.type = 33 AND d.process = globalTid & ~0xFFFFFF AND d.domain IS coalesce(domainId, 0) AND d.category = nullif(n.category, 0)), nullif(category, 0) || '')), 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'payload', CASE WHEN uint64Value NOT NULL THEN json(printf('%u', uint64Value)) ELSE coalesce(int64Value, doubleValue, uint32Value, int32Value, floatValue) END, 'source', coalesce((SELECT value FROM str WHERE id = sourceId), sourceId || '')), NULL, NULL
	FROM NVTXT_EVENTS n WHERE eventType = 65
UNION ALL
SELECT 66, row, start, -1, 'nic-event', coalesce(coalesce((SELECT label FROM label WHERE enum = 'ENUM_NET_IB_CONGESTION_EVENT_TYPE' AND id = congestionType), congestionType || ''), 'Congestion'), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('switch', CASE WHEN globalId NOT NULL THEN json(printf('%u', globalId)) END, 'source_lid', packetSLID, 'destination_lid', packetDLID, 'level', packetSL, 'opcode', packetOpCode, 'source_qp', packetSourceQP, 'destination_qp', packetDestinationQP, 'ingress', switchIngressPort, 'egress', switchEgressPort), NULL, NULL
	FROM NET_IB_SWITCH_CONGESTION_EVENT
UNION ALL
SELECT 67, row, timestamp, -1, 'diagnostic', text, CASE WHEN globalPid >> 24 & 0xFFFFFF THEN globalPid END, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('severity', coalesce((SELECT label FROM label WHERE enum = 'ENUM_DIAGNOSTIC_SEVERITY_LEVEL' AND id = severity), severity || ''), 'source', coalesce((SELECT label FROM label WHERE enum = 'ENUM_DIAGNOSTIC_SOURCE_TYPE' AND id = source), source || ''), 'clock', CASE timestampType WHEN 1 THEN 'target' WHEN 2 THEN 'host' ELSE timestampType || '' END), NULL, NULL
	FROM DIAGNOSTIC_EVENT
UNION ALL
SELECT 68, row, start, max(end - start, 0), 'opengl', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, nullif(endGlobalTid, globalTid) & 0xFFFFFF, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'last', coalesce((SELECT value FROM str WHERE id = endNameId), endNameId || ''), 'return', nullif(returnValue, 0), 'frame', frameId, 'context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END, 'display', display), gpu, NULL
	FROM OPENGL_API
UNION ALL
SELECT 69, row, start, max(coalesce(end, start) - start, 0), 'opengl', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'source', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENGL_DEBUG_SOURCE' AND id = source), source || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENGL_DEBUG_TYPE' AND id = khrdType), khrdType || ''), 'severity', coalesce((SELECT label FROM label WHERE enum = 'ENUM_OPENGL_DEBUG_SEVERITY' AND id = severity), severity || ''), 'id', id), NULL, NULL
	FROM KHR_DEBUG_EVENTS
UNION ALL
SELECT 70, row, start, max(end - start, 0), 'opengl-gpu', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, nullif(endGlobalTid, globalTid) & 0xFFFFFF, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'last', coalesce((SELECT value FROM str WHERE id = endNameId), endNameId || ''), 'return', nullif(returnValue, 0), 'frame', frameId, 'context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END, 'display', display), gpu, NULL
	FROM OPENGL_WORKLOAD
UNION ALL
SELECT 71, row, start, max(end - start, 0), 'vulkan', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END, 'object', coalesce((SELECT value FROM str WHERE id = objectNameId), objectNameId || ''), 'address', CASE WHEN interfaceAddress NOT NULL THEN json(printf('%u', interfaceAddress)) END), NULL, NULL
	FROM VULKAN_API
UNION ALL
SELECT 72, row, start, max(end - start, 0), 'vulkan', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END, 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'text', coalesce((SELECT value FROM str WHERE id = textId), textId || '')), NULL, NULL
	FROM VULKAN_DEBUG_API
UNION ALL
SELECT 73, row, start, max(end - start, 0), 'vulkan-gpu', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END, 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'text', coalesce((SELECT value FROM str WHERE id = textId), textId || '')), gpu, NULL
	FROM VULKAN_WORKLOAD
UNION ALL
SELECT 74, row, start, max(end - start, 0), 'dx12', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN shortContextId NOT NULL THEN json(printf('%u', shortContextId)) END, 'frame', frameId, 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'text', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), 'list', coalesce((SELECT label FROM label WHERE enum = 'ENUM_D3D12_CMD_LIST_TYPE' AND id = commandListType), commandListType || ''), 'object', coalesce(coalesce((SELECT value FROM str WHERE id = objectNameId), objectNameId || ''), objectName), 'address', CASE WHEN longContextId NOT NULL THEN json(printf('%u', longContextId)) END), NULL, NULL
	FROM DX12_API
UNION ALL
SELECT 75, row, start, max(end - start, 0), 'dx12', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN shortContextId NOT NULL THEN json(printf('%u', shortContextId)) END, 'frame', frameId, 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'text', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), 'list', coalesce((SELECT label FROM label WHERE enum = 'ENUM_D3D12_CMD_LIST_TYPE' AND id = commandListType), commandListType || ''), 'object', coalesce(coalesce((SELECT value FROM str WHERE id = objectNameId), objectNameId || ''), objectName), 'address', CASE WHEN longContextId NOT NULL THEN json(printf('%u', longContextId)) END), NULL, NULL
	FROM D3D12_PIX_DEBUG_API
UNION ALL
SELECT 76, row, start, max(end - start, 0), 'dx12-gpu', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN shortContextId NOT NULL THEN json(printf('%u', shortContextId)) END, 'frame', frameId, 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'text', coalesce((SELECT value FROM str WHERE id = textId), textId || ''), 'list', coalesce((SELECT label FROM label WHERE enum = 'ENUM_D3D12_CMD_LIST_TYPE' AND id = commandListType), commandListType || ''), 'object', coalesce(coalesce((SELECT value FROM str WHERE id = objectNameId), objectNameId || ''), objectName), 'address', CASE WHEN longContextId NOT NULL THEN json(printf('%u', longContextId)) END), gpu, NULL
	FROM DX12_WORKLOAD
UNION ALL
SELECT 77, row, start, max(end - start, 0), 'd3d11', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN shortContextId NOT NULL THEN json(printf('%u', shortContextId)) END, 'frame', frameId, 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'text', coalesce((SELECT value FROM str WHERE id = textId), textId || '')), NULL, NULL
	FROM D3D11_PIX_DEBUG_API
UNION ALL
SELECT 78, row, start, max(end - start, 0), 'dxgi', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('corr', nullif(correlationId, 0), 'corr_end', nullif(endCorrelationId, 0), 'context', CASE WHEN shortContextId NOT NULL THEN json(printf('%u', shortContextId)) END, 'frame', frameId, 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END, 'text', coalesce((SELECT value FROM str WHERE id = textId), textId || '')), NULL, NULL
	FROM DXGI_API
UNION ALL
SELECT 79, row, start, max(end - start, 0), 'nvapi', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('address', CASE WHEN longContextId NOT NULL THEN json(printf('%u', longContextId)) END), NULL, NULL
	FROM NVAPI_API
UNION ALL
SELECT 80, row, start, max(end - start, 0), 'sli', 'Peer-to-Peer transfer', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('frame', frameId, 'src_gpu', srcGpu, 'dst_gpu', dstGpu, 'bytes', resourceSize, 'skipped', nullif(transferSkipped, 0), 'surface', logSurfaceNames, 'object', debugName, 'bind', bindType, 'regime', regimeName, 'function', transferFuncName, 'subresources', numSubResources, 'subresource', subResourceIdx, 'samples', CASE WHEN smplWidth <> 0 OR smplHeight <> 0 OR smplDepth <> 0 THEN json_array(smplWidth, smplHeight, smplDepth) END, 'element_bytes', bytesPerElement, 'format', coalesce((SELECT label FROM label WHERE enum = 'ENUM_DXGI_FORMAT' AND id = dxgiFormat), dxgiFormat || ''), 'info', coalesce((SELECT label FROM label WHERE enum = 'ENUM_SLI_TRANSER' AND id = transferInfo), transferInfo || ''), 'early_push', nullif(isEarlyPushManagedByNvApi, 0), 'async', nullif(useAsyncP2pForResolve, 0)), gpu, NULL
	FROM SLI_P2P
UNION ALL
SELECT 81, row, start, max(end - start, 0), 'sli', 'Queries', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('frame', frameId, 'bytes', amountOfTransferredData, 'transfers', numberOfTransferEvents, 'occlusion_issued', occQueryIssued, 'occlusion_asked', occQueryAsked, 'event_issued', eventQueryIssued, 'event_asked', eventQueryAsked), gpu, NULL
	FROM SLI_QUERIES
UNION ALL
SELECT 82, row, start, max(end - start, 0), 'sli', 'Statistics', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('frames', countStats, 'complex', countComplexFrames, 'inactive_us', totalInactiveTime, 'push_min', minPbSize, 'push_max', maxPbSize, 'push_total', totalPbSize), gpu, NULL
	FROM SLI_STATS
UNION ALL
SELECT 83, row, timestamp, CASE WHEN tag IS NOT 8 THEN 0 ELSE coalesce((SELECT min(timestamp) FROM GPU_CONTEXT_SWITCH_EVENTS o WHERE o.gpuId IS c.gpuId AND o.vmId IS c.vmId AND o.contextId IS c.contextId AND o.tag IN (7, 8) AND o.tag = 7 AND (o.timestamp, o.seqNo) > (c.timestamp, c.seqNo)) - timestamp, 9223372036854775807) END, 'gpu-context-switch', CASE tag WHEN 0 THEN 'Start of frame' WHEN 1 THEN 'Request by host' WHEN 2 THEN 'Front-end ACK' WHEN 3 THEN 'Front-end ACK WFI' WHEN 4 THEN 'Front-end ACK GFXP' WHEN 5 THEN 'Front-end ACK CTAP' WHEN 6 THEN 'Front-end ACK CILP' WHEN 7 THEN 'Save end' WHEN 8 THEN 'Context' WHEN 9 THEN 'Context start' WHEN 10 THEN 'Invalid timestamp' WHEN 11 THEN 'Engine reset' ELSE tag || '' END, globalPid, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END, 'vm', nullif(vmId, 0), 'sequence', seqNo), gpuId, NULL
	FROM GPU_CONTEXT_SWITCH_EVENTS c WHERE tag NOT IN (7, 8) OR (SELECT tag FROM GPU_CONTEXT_SWITCH_EVENTS o WHERE o.gpuId IS c.gpuId AND o.vmId IS c.vmId AND o.contextId IS c.contextId AND o.tag IN (7, 8) AND (o.timestamp, o.seqNo) < (c.timestamp, c.seqNo) ORDER BY o.timestamp DESC, o.seqNo DESC LIMIT 1) IS NOT 8
UNION ALL
SELECT 84, row, timestamp, CASE WHEN tag IS NOT 8 THEN 0 ELSE coalesce((SELECT min(timestamp) FROM FECS_EVENTS o WHERE o.gpuId IS c.gpuId AND o.vmId IS c.vmId AND o.contextId IS c.contextId AND o.tag IN (7, 8) AND o.tag = 7 AND (o.timestamp, o.seqNo) > (c.timestamp, c.seqNo)) - timestamp, 9223372036854775807) END, 'gpu-context-switch', CASE tag WHEN 0 THEN 'Start of frame' WHEN 1 THEN 'Request by host' WHEN 2 THEN 'Front-end ACK' WHEN 3 THEN 'Front-end ACK WFI' WHEN 4 THEN 'Front-end ACK GFXP' WHEN 5 THEN 'Front-end ACK CTAP' WHEN 6 THEN 'Front-end ACK CILP' WHEN 7 THEN 'Save end' WHEN 8 THEN 'Context' WHEN 9 THEN 'Context start' WHEN 10 THEN 'Invalid timestamp' WHEN 11 THEN 'Engine reset' ELSE tag || '' END, globalPid, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END, 'vm', nullif(vmId, 0), 'sequence', seqNo), gpuId, NULL
	FROM FECS_EVENTS c WHERE tag NOT IN (7, 8) OR (SELECT tag FROM FECS_EVENTS o WHERE o.gpuId IS c.gpuId AND o.vmId IS c.vmId AND o.contextId IS c.contextId AND o.tag IN (7, 8) AND (o.timestamp, o.seqNo) < (c.timestamp, c.seqNo) ORDER BY o.timestamp DESC, o.seqNo DESC LIMIT 1) IS NOT 8
UNION ALL
SELECT 85, row, start, max(end - start, 0), 'nvvideo-gpu', coalesce((SELECT label FROM label WHERE enum = 'ENUM_VIDEO_ENGINE_TYPE' AND id = engineType), engineType || ''), globalPid, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('engine', engineId, 'codec', coalesce((SELECT label FROM label WHERE enum = 'ENUM_VIDEO_ENGINE_CODEC' AND id = codecId), codecId || ''), 'api', apiId, 'context', CASE WHEN contextId NOT NULL THEN json(printf('%u', contextId)) END), NULL, NULL
	FROM GPU_VIDEO_ENGINE_WORKLOAD
UNION ALL
SELECT 86, row, start, max(end - start, 0), 'nvvideo-gpu', 'Missing', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('count', rangeCount), NULL, NULL
	FROM GPU_VIDEO_ENGINE_MISSING
UNION ALL
SELECT 87, row, timestamp, -1, 'gpu-metric', coalesce((SELECT metricName FROM TARGET_INFO_GPU_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId), 'Metric ' || metricId), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', CASE WHEN (SELECT metricName FROM TARGET_INFO_GPU_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId) LIKE '%[%]' THEN replace(substr((SELECT metricName FROM TARGET_INFO_GPU_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId), instr((SELECT metricName FROM TARGET_INFO_GPU_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId), '[') + 1), ']', '') END), typeId & 255, value
	FROM GPU_METRICS m WHERE timestamp NOT NULL
UNION ALL
SELECT 88, row, start, -1, 'gpu-memory', 'Memory in use: ' || coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEM_KIND' AND id = memKind), memKind || ''), globalPid, NULL, NULL, deviceId, contextId, nullif(streamId, 4294967295), nullif(correlationId, 0), NULL, json_object('unit', 'B', 'operation', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_DEV_MEM_EVENT_OPER' AND id = memoryOperationType), memoryOperationType || ''), 'bytes', bytes, 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEM_KIND' AND id = memKind), memKind || ''), 'address', CASE WHEN address NOT NULL THEN json(printf('%u', address)) END, 'pc', CASE WHEN pc NOT NULL THEN json(printf('%u', pc)) END, 'variable', name, 'pool', CASE WHEN localMemoryPoolAddress NOT NULL THEN json(printf('%u', localMemoryPoolAddress)) END, 'pool_bytes', localMemoryPoolSize, 'pool_used', localMemoryPoolUtilizedSize, 'pool_threshold', CASE WHEN localMemoryPoolReleaseThreshold NOT NULL THEN json(printf('%u', localMemoryPoolReleaseThreshold)) END, 'imported_pool', CASE WHEN importedMemoryPoolAddress NOT NULL THEN json(printf('%u', importedMemoryPoolAddress)) END, 'imported_pid', importedMemoryPoolProcessId), NULL, (SELECT coalesce(sum(CASE memoryOperationType WHEN 0 THEN bytes WHEN 1 THEN -bytes END), 0) FROM CUDA_GPU_MEMORY_USAGE_EVENTS o WHERE o.globalPid IS m.globalPid AND o.deviceId IS m.deviceId AND o.contextId IS m.contextId AND o.memKind IS m.memKind AND (o.start, o.row) <= (m.start, m.row))
	FROM CUDA_GPU_MEMORY_USAGE_EVENTS m
UNION ALL
SELECT 89, row, start, -1, 'gpu-pool', 'Memory pool', globalPid, NULL, NULL, deviceId, NULL, NULL, nullif(correlationId, 0), NULL, json_object('unit', 'B', 'operation', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEMPOOL_OPER' AND id = operationType), operationType || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEMPOOL_TYPE' AND id = poolType), poolType || ''), 'pool', CASE WHEN address NOT NULL THEN json(printf('%u', address)) END, 'pool_used', localMemoryPoolUtilizedSize, 'pool_threshold', CASE WHEN localMemoryPoolReleaseThreshold NOT NULL THEN json(printf('%u', localMemoryPoolReleaseThreshold)) END, 'keep_bytes', minBytesToKeep), NULL, localMemoryPoolSize
	FROM CUDA_GPU_MEMORY_POOL_EVENTS
UNION ALL
SELECT 90, row, timestamp, -1, 'soc-metric', coalesce((SELECT metricName FROM TARGET_INFO_SOC_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId), 'Metric ' || metricId), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', CASE WHEN (SELECT metricName FROM TARGET_INFO_SOC_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId) LIKE '%[%]' THEN replace(substr((SELECT metricName FROM TARGET_INFO_SOC_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId), instr((SELECT metricName FROM TARGET_INFO_SOC_METRICS t WHERE t.typeId = m.typeId AND t.metricId = m.metricId), '[') + 1), ']', '') END), NULL, value
	FROM SOC_METRICS m WHERE timestamp NOT NULL
UNION ALL
SELECT 91, r * 1000000 + coalesce(vrow, 0), start, -1, 'soc-metric', coalesce((SELECT label FROM label WHERE enum = 'ENUM_NSYS_EVENT_TYPE' AND id = t), t || ''), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('cluster', clusterId, 'raw', raw, 'period', end - start), NULL, v
	FROM (SELECT e.*, v.value AS v, v.type AS t, v.rawId AS raw, v.row AS vrow FROM (SELECT *, row AS r FROM UNCORE_PMU_EVENTS) e LEFT JOIN UNCORE_PMU_EVENT_VALUES v ON v.id = e.counterId)
UNION ALL
SELECT 92, r * 1000000 + coalesce(vrow, 0), start, -1, 'soc-metric', 'Memory client ' || i, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('period', end - start), NULL, v
	FROM (SELECT e.*, v.value AS v, v.idx AS i, v.row AS vrow FROM (SELECT *, row AS r FROM BANDWIDTH_USAGE_EVENTS) e LEFT JOIN BANDWIDTH_USAGE_VALUES v ON v.id = e.valuesId)
UNION ALL
SELECT 93, row, start, -1, 'cpu-metric', coalesce((SELECT coalesce(displayName, name) FROM TARGET_INFO_PERF_METRIC t WHERE t.id = eventId), 'Metric ' || eventId), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', (SELECT unit FROM TARGET_INFO_PERF_METRIC t WHERE t.id = eventId), 'component', coalesce((SELECT name || coalesce(' ' || instance, '') FROM TARGET_INFO_COMPONENT t WHERE t.componentId = m.componentId), 'Component ' || componentId), 'period', end - start), NULL, CASE WHEN count = CAST(count AS INTEGER) THEN CAST(count AS INTEGER) ELSE count END
	FROM PERF_EVENT_SOC_OR_CPU_RAW_EVENT m
UNION ALL
SELECT 94, row, start, -1, 'cpu-metric', coalesce((SELECT coalesce(displayName, name) FROM TARGET_INFO_PERF_METRIC t WHERE t.id = eventId), 'Metric ' || eventId), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', (SELECT unit FROM TARGET_INFO_PERF_METRIC t WHERE t.id = eventId), 'component', coalesce((SELECT name || coalesce(' ' || instance, '') FROM TARGET_INFO_COMPONENT t WHERE t.componentId = m.componentId), 'Component ' || componentId), 'period', end - start), NULL, CASE WHEN count = CAST(count AS INTEGER) THEN CAST(count AS INTEGER) ELSE count END
	FROM PERF_EVENT_CPU_RAW_EVENT m
UNION ALL
SELECT 95, row, start, -1, 'cpu-metric', coalesce((SELECT coalesce(displayName, name) FROM TARGET_INFO_PERF_METRIC t WHERE t.id = metricId), 'Metric ' || metricId), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', (SELECT unit FROM TARGET_INFO_PERF_METRIC t WHERE t.id = metricId), 'component', coalesce((SELECT name || coalesce(' ' || instance, '') FROM TARGET_INFO_COMPONENT t WHERE t.componentId = m.componentId), 'Component ' || componentId), 'period', end - start), NULL, CASE WHEN value = CAST(value AS INTEGER) THEN CAST(value AS INTEGER) ELSE value END
	FROM PERF_EVENT_SOC_OR_CPU_METRIC_EVENT m
UNION ALL
SELECT 96, row, start, -1, 'cpu-metric', coalesce((SELECT coalesce(displayName, name) FROM TARGET_INFO_PERF_METRIC t WHERE t.id = metricId), 'Metric ' || metricId), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', (SELECT unit FROM TARGET_INFO_PERF_METRIC t WHERE t.id = metricId), 'component', coalesce((SELECT name || coalesce(' ' || instance, '') FROM TARGET_INFO_COMPONENT t WHERE t.componentId = m.componentId), 'Component ' || componentId), 'period', end - start), NULL, CASE WHEN value = CAST(value AS INTEGER) THEN CAST(value AS INTEGER) ELSE value END
	FROM PERF_EVENT_CPU_METRIC_EVENT m
UNION ALL
SELECT 97, r * 1000000 + coalesce(vrow, 0), start, -1, 'cpu-metric', coalesce((SELECT event_name FROM PMU_EVENT_REQUESTS q WHERE q.id = i), 'Counter ' || i), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('cpu', cpu, 'period', end - start), NULL, v
	FROM (SELECT e.*, v.value AS v, v.idx AS i, v.row AS vrow FROM (SELECT *, row AS r FROM PMU_EVENTS) e LEFT JOIN PMU_EVENT_COUNTERS v ON v.id = e.counter_id)
UNION ALL
SELECT 98, row, start, -1, 'nic-metric', coalesce((SELECT name FROM TARGET_INFO_NETWORK_METRICS t WHERE t.metricsListId = m.metricsListId AND t.metricsIdx = m.metricsIdx), 'Metric ' || metricsIdx), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', (SELECT unit FROM TARGET_INFO_NETWORK_METRICS t WHERE t.metricsListId = m.metricsListId AND t.metricsIdx = m.metricsIdx), 'nic', coalesce((SELECT name FROM TARGET_INFO_NIC_INFO i JOIN NIC_ID_MAP n USING (nicId) WHERE n.globalId = m.globalId), (SELECT name FROM TARGET_INFO_NIC_INFO i WHERE i.GUID = m.globalId),
		(SELECT name FROM TARGET_INFO_NIC_INFO i WHERE i.globalId = m.globalId), m.globalId || ''), 'port', portId, 'period', end - start), NULL, value
	FROM NET_NIC_METRIC m
UNION ALL
SELECT 99, row, start, -1, 'nic-metric', coalesce((SELECT name FROM TARGET_INFO_NETWORK_METRICS t WHERE t.metricsListId = m.metricsListId AND t.metricsIdx = m.metricsIdx), 'Metric ' || metricsIdx), NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', (SELECT unit FROM TARGET_INFO_NETWORK_METRICS t WHERE t.metricsListId = m.metricsListId AND t.metricsIdx = m.metricsIdx), 'switch', CASE WHEN globalId NOT NULL THEN json(printf('%u', globalId)) END, 'port', portId, 'period', end - start), NULL, value
	FROM NET_IB_SWITCH_METRIC m
UNION ALL
SELECT 100, row, timestamp, -1, 'generic', coalesce((SELECT s.value FROM GENERIC_EVENT_TYPES t JOIN str s ON s.id = t.nameId WHERE t.typeId = g.typeId), 'Type ' || typeId), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('source', (SELECT s.value FROM GENERIC_EVENT_TYPES t JOIN GENERIC_EVENT_SOURCES o USING (sourceId) JOIN str s ON s.id = o.nameId WHERE t.typeId = g.typeId), 'data', CASE WHEN genericEventId IN (SELECT genericEventId FROM GENERIC_EVENT_DATA) THEN json((SELECT json_group_object(coalesce((SELECT s.value FROM GENERIC_EVENT_TYPE_FIELDS f JOIN str s ON s.id = fieldNameId WHERE f.typeId = g.typeId AND f.fieldIdx = d.fieldIdx), d.fieldIdx || ''),
		CASE WHEN intVal NOT NULL THEN intVal WHEN uintVal NOT NULL THEN json(printf('%u', uintVal)) ELSE coalesce(floatVal, doubleVal) END)
		FROM GENERIC_EVENT_DATA d WHERE d.genericEventId = g.genericEventId HAVING count(*) > 0)) ELSE CASE WHEN json_valid(data) THEN json(data) ELSE data END END), NULL, NULL
	FROM GENERIC_EVENTS g WHERE timestamp NOT NULL
UNION ALL
SELECT 101, row, timestamp, -1, 'etw', coalesce((SELECT s.value FROM GENERIC_EVENT_TYPES t JOIN str s ON s.id = t.nameId WHERE t.typeId = g.typeId), 'Type ' || typeId), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('provider', (SELECT s.value FROM GENERIC_EVENT_TYPES t JOIN str s ON s.id = t.etwProviderNameId WHERE t.typeId = g.typeId), 'opcode', opcode, 'data', CASE WHEN json_valid(data) THEN json(data) ELSE data END), NULL, NULL
	FROM ETW_EVENTS g WHERE EXISTS (SELECT 1 FROM pragma_table_info('ETW_EVENTS', 'p') WHERE name = 'typeId')
UNION ALL
SELECT 102, row, timestamp, -1, 'etw', coalesce((SELECT s.value FROM ETW_TASKS t JOIN str s ON s.id = t.taskNameId WHERE t.taskId = g.taskId AND t.providerId = g.providerId), 'Task ' || taskId), (281474976710656 + (processId & 0xFFFFFF) * 16777216 + (threadId & 0xFFFFFF)) & ~0xFFFFFF, 281474976710656 + (processId & 0xFFFFFF) * 16777216 + (threadId & 0xFFFFFF), NULL, NULL, NULL, NULL, NULL, NULL, json_object('provider', (SELECT s.value FROM ETW_PROVIDERS t JOIN str s ON s.id = t.providerNameId WHERE t.providerId = g.providerId), 'event', eventId, 'version', version, 'opcode', opcode, 'data', CASE WHEN json_valid(data) THEN json(data) ELSE data END), NULL, NULL
	FROM ETW_EVENTS g WHERE NOT EXISTS (SELECT 1 FROM pragma_table_info('ETW_EVENTS', 'p') WHERE name = 'typeId')
UNION ALL
SELECT 103, row, start, max(end - start, 0), 'etw', coalesce((SELECT value FROM str WHERE id = taskName), taskName || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('provider', coalesce((SELECT value FROM str WHERE id = providerName), providerName || ''), 'description', coalesce((SELECT value FROM str WHERE id = description), description || '')), NULL, NULL
	FROM ETW_EVENTS_DEPRECATED_TABLE
UNION ALL
SELECT 104, row, start, max(end - start, 0), 'etw', 'EvictAllocation', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('handle', CASE WHEN allocationHandle NOT NULL THEN json(printf('%u', allocationHandle)) END), gpu, NULL
	FROM WDDM_EVICT_ALLOCATION_EVENTS
UNION ALL
SELECT 105, row, start, max(end - start, 0), 'etw', 'PagingQueuePacketStart', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('queue', CASE WHEN pagingQueue NOT NULL THEN json(printf('%u', pagingQueue)) END, 'packet', CASE WHEN pagingQueuePacket NOT NULL THEN json(printf('%u', pagingQueuePacket)) END, 'sequence', sequenceId, 'operation', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_VIDMM_OP_TYPE' AND id = vidMmOpType), vidMmOpType || ''), 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_PAGING_QUEUE_TYPE' AND id = pagingQueueType), pagingQueueType || ''), 'allocation', CASE WHEN alloc NOT NULL THEN json(printf('%u', alloc)) END, 'dxg_device', CASE WHEN dxgDevice NOT NULL THEN json(printf('%u', dxgDevice)) END, 'dxg_adapter', CASE WHEN dxgAdapter NOT NULL THEN json(printf('%u', dxgAdapter)) END), gpu, NULL
	FROM WDDM_PAGING_QUEUE_PACKET_START_EVENTS
UNION ALL
SELECT 106, row, start, max(end - start, 0), 'etw', 'PagingQueuePacketStop', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('queue', CASE WHEN pagingQueue NOT NULL THEN json(printf('%u', pagingQueue)) END, 'packet', CASE WHEN pagingQueuePacket NOT NULL THEN json(printf('%u', pagingQueuePacket)) END, 'sequence', sequenceId), gpu, NULL
	FROM WDDM_PAGING_QUEUE_PACKET_STOP_EVENTS
UNION ALL
SELECT 107, row, start, max(end - start, 0), 'etw', 'PagingQueuePacketInfo', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('queue', CASE WHEN pagingQueue NOT NULL THEN json(printf('%u', pagingQueue)) END, 'packet', CASE WHEN pagingQueuePacket NOT NULL THEN json(printf('%u', pagingQueuePacket)) END, 'sequence', sequenceId), gpu, NULL
	FROM WDDM_PAGING_QUEUE_PACKET_INFO_EVENTS
UNION ALL
SELECT 108, row, start, max(end - start, 0), 'etw', 'QueuePacketStart', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'packet', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_PACKET_TYPE' AND id = packetType), packetType || ''), 'engine', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_ENGINE_TYPE' AND id = engineType), engineType || ''), 'submission', submitSequence, 'present', nullif(present, 0), 'bytes', dmaBufferSize, 'queue_packet', CASE WHEN queuePacket NOT NULL THEN json(printf('%u', queuePacket)) END, 'dma_buffer', CASE WHEN dmaBuffer NOT NULL THEN json(printf('%u', dmaBuffer)) END, 'allocations', allocationListSize, 'patches', patchLocationListSize, 'fence', CASE WHEN progressFenceValue NOT NULL THEN json(printf('%u', progressFenceValue)) END, 'fence_object', CASE WHEN syncObject NOT NULL THEN json(printf('%u', syncObject)) END), gpu, NULL
	FROM WDDM_QUEUE_PACKET_START_EVENTS
UNION ALL
SELECT 109, row, start, max(end - start, 0), 'etw', 'QueuePacketStop', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'packet', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_PACKET_TYPE' AND id = packetType), packetType || ''), 'engine', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_ENGINE_TYPE' AND id = engineType), engineType || ''), 'submission', submitSequence, 'preempted', nullif(preempted, 0), 'timed_out', nullif(timeouted, 0), 'queue_packet', CASE WHEN queuePacket NOT NULL THEN json(printf('%u', queuePacket)) END), gpu, NULL
	FROM WDDM_QUEUE_PACKET_STOP_EVENTS
UNION ALL
SELECT 110, row, start, max(end - start, 0), 'etw', 'QueuePacketInfo', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'packet', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_PACKET_TYPE' AND id = packetType), packetType || ''), 'engine', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_ENGINE_TYPE' AND id = engineType), engineType || ''), 'submission', submitSequence), gpu, NULL
	FROM WDDM_QUEUE_PACKET_INFO_EVENTS
UNION ALL
SELECT 111, row, start, max(end - start, 0), 'etw', 'DmaPacketStart', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'packet', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_PACKET_TYPE' AND id = packetType), packetType || ''), 'engine', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_ENGINE_TYPE' AND id = engineType), engineType || ''), 'submission', uliSubmissionId, 'queue_submission', ulQueueSubmitSequence, 'queue_context', CASE WHEN queuePacketContext NOT NULL THEN json(printf('%u', queuePacketContext)) END, 'dma_buffer', CASE WHEN dmaBuffer NOT NULL THEN json(printf('%u', dmaBuffer)) END, 'quantum', quantumStatus), gpu, NULL
	FROM WDDM_DMA_PACKET_START_EVENTS
UNION ALL
SELECT 112, row, start, max(end - start, 0), 'etw', 'DmaPacketStop', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'packet', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_PACKET_TYPE' AND id = packetType), packetType || ''), 'engine', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_ENGINE_TYPE' AND id = engineType), engineType || ''), 'completion', uliCompletionId, 'preempted', nullif(preempted, 0), 'queue_submission', ulQueueSubmitSequence), gpu, NULL
	FROM WDDM_DMA_PACKET_STOP_EVENTS
UNION ALL
SELECT 113, row, start, max(end - start, 0), 'etw', 'DmaPacketInfo', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'packet', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_PACKET_TYPE' AND id = packetType), packetType || ''), 'engine', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_ENGINE_TYPE' AND id = engineType), engineType || ''), 'completion', uliCompletionId, 'interrupt', coalesce((SELECT label FROM label WHERE enum = 'ENUM_WDDM_INTERRUPT_TYPE' AND id = interruptType), interruptType || ''), 'fault_address', CASE WHEN faultedVirtualAddress NOT NULL THEN json(printf('%u', faultedVirtualAddress)) END, 'fault_process', CASE WHEN faultedProcessHandle NOT NULL THEN json(printf('%u', faultedProcessHandle)) END, 'fault_flags', CASE WHEN pageFaultFlags NOT NULL THEN json(printf('%u', pageFaultFlags)) END, 'queue_submission', ulQueueSubmitSequence, 'quantum', quantumStatus), gpu, NULL
	FROM WDDM_DMA_PACKET_INFO_EVENTS
UNION ALL
SELECT 114, row, start, max(end - start, 0), 'etw', 'HwQueueStart', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('context', CASE WHEN context NOT NULL THEN json(printf('%u', context)) END, 'queue', CASE WHEN hwQueue NOT NULL THEN json(printf('%u', hwQueue)) END, 'parent', CASE WHEN parentDxgHwQueue NOT NULL THEN json(printf('%u', parentDxgHwQueue)) END), gpu, NULL
	FROM WDDM_HW_QUEUE_EVENTS
UNION ALL
SELECT 115, row, start, -1, 'etw', coalesce((SELECT label FROM label WHERE enum = 'ENUM_ETW_MEMORY_TRANSFER_TYPE' AND id = memoryTransferType), memoryTransferType || ''), globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('bytes', size, 'handle', CASE WHEN allocationGlobalHandle NOT NULL THEN json(printf('%u', allocationGlobalHandle)) END, 'event', eventId, 'task', taskId, 'offset', offset, 'dma_buffer', CASE WHEN dmaBuffer NOT NULL THEN json(printf('%u', dmaBuffer)) END), gpu, NULL
	FROM MEMORY_TRANSFER_EVENTS
UNION ALL
SELECT 116, row, start, max(end - start, 0), 'etw', task, globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_NVDRIVER_EVENT_ID' AND id = eventId), eventId || ''), 'frame', frameCount, 'frame_time', CASE WHEN frameTime = CAST(frameTime AS INTEGER) THEN CAST(frameTime AS INTEGER) ELSE frameTime END, 'frame_time_average', CASE WHEN averageFrameTime = CAST(averageFrameTime AS INTEGER) THEN CAST(averageFrameTime AS INTEGER) ELSE averageFrameTime END, 'latency', CASE WHEN averageLatency = CAST(averageLatency AS INTEGER) THEN CAST(averageLatency AS INTEGER) ELSE averageLatency END, 'idle_percent', CASE WHEN idlePercent = CAST(idlePercent AS INTEGER) THEN CAST(idlePercent AS INTEGER) ELSE idlePercent END, 'latency_min', CASE WHEN minLatency = CAST(minLatency AS INTEGER) THEN CAST(minLatency AS INTEGER) ELSE minLatency END, 'queued_frames_average', CASE WHEN averageQueuedFrames = CAST(averageQueuedFrames AS INTEGER) THEN CAST(averageQueuedFrames AS INTEGER) ELSE averageQueuedFrames END, 'active_ms', CASE WHEN totalActiveMs = CAST(totalActiveMs AS INTEGER) THEN CAST(totalActiveMs AS INTEGER) ELSE totalActiveMs END, 'idle_ms', CASE WHEN totalIdleMs = CAST(totalIdleMs AS INTEGER) THEN CAST(totalIdleMs AS INTEGER) ELSE totalIdleMs END, 'frame_ahead', nullif(isGPUAlmostOneFrameAhead, 0)), gpu, NULL
	FROM NV_LOAD_BALANCE_MASTER_EVENTS
UNION ALL
SELECT 117, row, start, max(end - start, 0), 'etw', task, globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('event', coalesce((SELECT label FROM label WHERE enum = 'ENUM_NVDRIVER_EVENT_ID' AND id = eventId), eventId || ''), 'fps', CASE WHEN averageFPS = CAST(averageFPS AS INTEGER) THEN CAST(averageFPS AS INTEGER) ELSE averageFPS END, 'queued_frames', CASE WHEN queuedFrames = CAST(queuedFrames AS INTEGER) THEN CAST(queuedFrames AS INTEGER) ELSE queuedFrames END, 'cpu_time', CASE WHEN currentCPUTime = CAST(currentCPUTime AS INTEGER) THEN CAST(currentCPUTime AS INTEGER) ELSE currentCPUTime END, 'stall_time', CASE WHEN averageStallTime = CAST(averageStallTime AS INTEGER) THEN CAST(averageStallTime AS INTEGER) ELSE averageStallTime END, 'queued_frames_average', CASE WHEN averageQueuedFrames = CAST(averageQueuedFrames AS INTEGER) THEN CAST(averageQueuedFrames AS INTEGER) ELSE averageQueuedFrames END, 'cpu_time_average', CASE WHEN averageCPUTime = CAST(averageCPUTime AS INTEGER) THEN CAST(averageCPUTime AS INTEGER) ELSE averageCPUTime END, 'cpu_idle_average', CASE WHEN averageCPUIdleTime = CAST(averageCPUIdleTime AS INTEGER) THEN CAST(averageCPUIdleTime AS INTEGER) ELSE averageCPUIdleTime END, 'frame_ahead', nullif(isGPUAlmostOneFrameAhead, 0)), gpu, NULL
	FROM NV_LOAD_BALANCE_EVENTS
UNION ALL
SELECT 118, row, timestamp, -1, 'etw', 'Memory budget', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', 'B', 'segment_group', segmentGroup), gpu, newBudget
	FROM GPU_MEMORY_BUDGET_EVENTS
UNION ALL
SELECT 119, row, timestamp, -1, 'etw', 'Memory usage', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', 'B', 'segment_group', segmentGroup), gpu, newUsage
	FROM GPU_MEMORY_USAGE_EVENTS
UNION ALL
SELECT 120, row, timestamp, -1, 'etw', 'Demoted bytes', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', 'B', 'interface', 'VidMm'), gpu, commitment
	FROM DEMOTED_BYTES_EVENTS
UNION ALL
SELECT 121, row, timestamp, -1, 'etw', 'Resident bytes', globalTid & ~0xFFFFFF, globalTid, NULL, NULL, NULL, NULL, NULL, NULL, json_object('unit', 'B', 'segment_group', segmentGroup, 'segment', segmentId), gpu, totalBytesResident
	FROM TOTAL_BYTES_RESIDENT_IN_SEGMENT_EVENTS))
JOIN ask WHERE ((types = '' AND type NOT IN ('generic', 'etw', 'block')) OR instr(' ' || types || ' ', ' ' || type || ' '))
	AND ts < until AND (ts >= since OR span = 9223372036854775807 OR (span > 0 AND ts + span > since));

-- What events need, and the first event that does: kind is the order of records before one event.
CREATE TEMP TABLE meta AS
SELECT min(e) AS e, 1 AS kind, 'process' AS name, process, NULL AS tid, NULL AS device, NULL AS gpu, NULL AS context, NULL AS stream, NULL AS domain,
	json_object('name', (SELECT name FROM PROCESSES WHERE globalPid = process ORDER BY row LIMIT 1),
		'rank', (SELECT rank FROM MPI_RANKS WHERE globalTid & ~0xFFFFFF = process AND typeof(rank) = 'integer' AND rank >= 0 ORDER BY row LIMIT 1)) AS args
	FROM event WHERE process NOT NULL GROUP BY process
UNION ALL
SELECT min(e), 2, 'thread', process, thread & 0xFFFFFF, NULL, NULL, NULL, NULL, NULL,
	json_object('name', coalesce((SELECT value FROM ThreadNames JOIN str ON id = nameId WHERE globalTid = event.thread ORDER BY row LIMIT 1),
		(SELECT name FROM named n WHERE n.type = 39 AND n.thread = event.thread)))
	FROM event WHERE thread NOT NULL GROUP BY thread
UNION ALL
SELECT min(e), 3, 'device', process, NULL, device, NULL, NULL, NULL, NULL,
	coalesce((SELECT json_object('name', name, 'uuid', uuid, 'bus', busLocation, 'chip', chipName, 'gpu', id, 'ordinal', cuDevice, 'memory', totalMemory, 'bandwidth', memoryBandwidth,
		'clock', clockRate, 'sms', smCount, 'compute_major', computeMajor, 'compute_minor', computeMinor) FROM TARGET_INFO_GPU g
		WHERE CASE WHEN EXISTS (SELECT 1 FROM TARGET_INFO_CUDA_DEVICE WHERE pid = process >> 24 & 0xFFFFFF AND cudaId = device)
			THEN id = (SELECT gpuId FROM TARGET_INFO_CUDA_DEVICE WHERE pid = process >> 24 & 0xFFFFFF AND cudaId = device) ELSE cuDevice = device END),
		(SELECT json_object('uuid', uuid, 'gpu', gpuId) FROM TARGET_INFO_CUDA_DEVICE WHERE pid = process >> 24 & 0xFFFFFF AND cudaId = device))
	FROM event WHERE device NOT NULL GROUP BY process, device
UNION ALL
SELECT min(e), 3.5, 'device', NULL, NULL, NULL, gpu, NULL, NULL, NULL,
	(SELECT json_object('name', name, 'uuid', uuid, 'bus', busLocation, 'chip', chipName, 'gpu', id, 'ordinal', cuDevice, 'memory', totalMemory, 'bandwidth', memoryBandwidth,
		'clock', clockRate, 'sms', smCount, 'compute_major', computeMajor, 'compute_minor', computeMinor) FROM TARGET_INFO_GPU WHERE id = event.gpu)
	FROM event WHERE gpu NOT NULL GROUP BY gpu
UNION ALL
SELECT min(e), 4, 'stream', process, NULL, device, NULL, context, stream, NULL,
	CASE WHEN isdefault OR flag NOT NULL THEN json_object('default', json(CASE WHEN isdefault THEN 'true' ELSE 'false' END),
		'priority', CASE WHEN priority > 2147483647 THEN priority - 4294967296 ELSE priority END,
		'flag', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUPTI_STREAM_TYPE' AND id = flag), flag || '')) END
	FROM (SELECT u.*, priority, flag, EXISTS (SELECT 1 FROM TARGET_INFO_CUDA_CONTEXT_INFO i WHERE i.processId = u.pid AND i.contextId = u.context AND nullStreamId = u.stream)
			OR EXISTS (SELECT 1 FROM TARGET_INFO_CUDA_NULL_STREAM i WHERE i.processId = u.pid AND i.contextId = u.context AND i.streamId = u.stream) AS isdefault
		FROM (SELECT *, process >> 24 & 0xFFFFFF AS pid FROM event) u
		LEFT JOIN TARGET_INFO_CUDA_STREAM s ON s.processId = u.pid AND s.contextId = u.context AND s.streamId = u.stream)
	WHERE stream NOT NULL GROUP BY process, device, context, stream
UNION ALL
SELECT min(e), 5, 'domain', process, NULL, NULL, NULL, NULL, NULL, (SELECT name FROM named n WHERE n.type = 75 AND n.process = event.process AND n.domain = event.domain) AS text,
	json_object('id', domain)
	FROM event WHERE domain NOT NULL GROUP BY process, domain HAVING text NOT NULL;
DELETE FROM meta WHERE args IS NULL OR json_patch('{}', args) = '{}';

-- A value that is NULL has no key, and args without a key are none: json_patch does both.
CREATE TEMP TABLE record AS
SELECT e, 9 AS kind, ts, json_patch('{}', json_object('ts', ts, 'dur', CASE WHEN span BETWEEN 0 AND 9223372036854775806 THEN span END,
	'open', CASE WHEN span = 9223372036854775807 THEN json('true') END, 'type', type, 'name', name, 'pid', process >> 24 & 0xFFFFFF, 'tid', thread & 0xFFFFFF,
	'endtid', endtid, 'device', device, 'gpu', gpu, 'context', context, 'stream', stream, 'corr', corr,
	'domain', coalesce((SELECT name FROM named n WHERE n.type = 75 AND n.process = event.process AND n.domain = event.domain), 'domain#' || domain),
	'value', value, 'args', json(nullif(json_patch('{}', args), '{}')))) AS text
	FROM event
UNION ALL
SELECT e, m.kind, ts, json_patch('{}', json_object('ts', ts, 'type', 'meta', 'name', m.name, 'pid', m.process >> 24 & 0xFFFFFF, 'tid', m.tid,
	'device', m.device, 'gpu', m.gpu, 'context', m.context, 'stream', m.stream, 'domain', m.domain, 'args', json(json_patch('{}', m.args))))
	FROM meta m JOIN event USING (e);

CREATE TEMP VIEW version AS SELECT name, value FROM META_DATA_EXPORT UNION ALL SELECT name, value FROM EXPORT_META_DATA;
SELECT json_patch('{}', json_object('ts', coalesce(first, 0), 'type', 'stream', 'format', 1,
	'schema', (SELECT value FROM version WHERE name = 'EXPORT_SCHEMA_VERSION'), 'product', (SELECT value FROM version WHERE name = 'EXPORT_PRODUCT_VERSION'),
	'utc', utcEpochNs - shift, 'clock', systemClockNs - shift, 'counter', sessionStartCntVctNs - shift, 'host', host,
	'names', (SELECT CASE WHEN style <> 'short' THEN style END FROM ask),
	'from', nullif(since, -9223372036854775808), 'to', nullif(until, 9223372036854775807)))
	FROM ask JOIN (SELECT coalesce((SELECT CAST(value AS INTEGER) FROM version WHERE name = 'EXPORT_CONFIG_TIME_SHIFT'), 0) AS shift)
	LEFT JOIN TARGET_INFO_SESSION_START_TIME LEFT JOIN (SELECT min(ts) AS first FROM event);
SELECT text FROM record ORDER BY e, kind;
SELECT json_object('ts', coalesce(max(ts), 0), 'type', 'end', 'events', count(*)) FROM record;
