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
INSERT OR REPLACE INTO label SELECT enum, id, label FROM enum WHERE label NOT NULL;

-- NVTX: who is called what.
CREATE TEMP TABLE named AS SELECT eventType AS type, globalTid & ~0xFFFFFF AS process, globalTid AS thread, coalesce(domainId, 0) AS domain, category,
	coalesce(text, (SELECT value FROM str WHERE id = textId)) AS name FROM NVTX_EVENTS WHERE eventType IN (33, 39, 75);

-- All events: tab is the order of tables, span what orders events of one time.
CREATE TEMP TABLE event AS SELECT row_number() OVER (ORDER BY ts, span DESC, tab, row) AS e, * FROM (
SELECT 1 AS tab, row, start AS ts, CASE WHEN eventType = 34 THEN -1 WHEN end IS NULL THEN 9223372036854775807 ELSE max(end - start, 0) END AS span,
	CASE eventType WHEN 34 THEN 'nvtx-mark' ELSE 'nvtx' END AS type,
	coalesce(text, (SELECT value FROM str WHERE id = textId), textId || '') AS name,
	globalTid & ~0xFFFFFF AS process, globalTid AS thread, CASE eventType WHEN 34 THEN NULL ELSE nullif(endGlobalTid, globalTid) & 0xFFFFFF END AS endtid,
	NULL AS device, NULL AS context, NULL AS stream, NULL AS corr, nullif(domainId, 0) AS domain,
	json_object('category', coalesce((SELECT name FROM named d WHERE d.type = 33 AND d.process = globalTid & ~0xFFFFFF AND d.domain IS coalesce(domainId, 0)
			AND d.category = nullif(n.category, 0)), nullif(category, 0) || ''), 'color', CASE WHEN color NOT NULL THEN printf('#%06x', color & 0xFFFFFF) END,
		'payload', CASE WHEN uint64Value NOT NULL THEN json(printf('%u', uint64Value)) ELSE
			coalesce(int64Value, doubleValue, uint32Value, int32Value, floatValue) END,
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
SELECT 6, row, start, max(end - start, 0), 'graph', 'Graph ' || graphId, globalPid, NULL, NULL, deviceId, contextId, streamId, nullif(correlationId, 0), NULL,
	json_object('graph', graphId, 'graph_exec', graphExecId, 'green_context', nullif(greenContextId, 0))
	FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 7, row, start, max(end - start, 0), 'kernel', coalesce((SELECT value FROM str WHERE id = nameId), nameId || ''), globalPid, NULL, NULL,
	deviceId, contextId, streamId, nullif(correlationId, 0), NULL,
	json_object('grid', CASE WHEN gridX NOT NULL THEN json_array(gridX, gridY, gridZ) END, 'block', CASE WHEN blockX NOT NULL THEN json_array(blockX, blockY, blockZ) END,
		'cluster', CASE WHEN clusterX <> 0 OR clusterY <> 0 OR clusterZ <> 0 THEN json_array(clusterX, clusterY, clusterZ) END, 'registers', registersPerThread,
		'shared_static', staticSharedMemory, 'shared_dynamic', dynamicSharedMemory, 'shared_executed', sharedMemoryExecuted,
		'local_thread', localMemoryPerThread, 'local_total', localMemoryTotal,
		'launch_type', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_KERNEL_LAUNCH_TYPE' AND id = launchType), launchType || ''),
		'cache', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_FUNC_CACHE_CONFIG' AND id = cacheConfig), cacheConfig || ''),
		'grid_id', gridId, 'graph', graphId, 'graph_node', graphNodeId, 'green_context', nullif(greenContextId, 0))
	FROM (SELECT *, CASE style WHEN 'mangled' THEN coalesce(mangledName, shortName, demangledName) WHEN 'demangled' THEN coalesce(demangledName, shortName, mangledName)
		ELSE coalesce(shortName, demangledName, mangledName) END AS nameId FROM CUPTI_ACTIVITY_KIND_KERNEL, ask)
	WHERE start <> 0 OR end <> 0
UNION ALL
SELECT 8, row, start, max(end - start, 0), 'memcpy', 'Memcpy ' || kind, globalPid, NULL, NULL, deviceId, contextId, streamId, nullif(correlationId, 0), NULL,
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
SELECT 9, row, start, max(end - start, 0), 'memset', 'Memset', globalPid, NULL, NULL, deviceId, contextId, streamId, nullif(correlationId, 0), NULL,
	json_object('bytes', bytes, 'value', value, 'kind', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUDA_MEM_KIND' AND id = memKind), memKind || ''),
		'graph_node', graphNodeId, 'green_context', nullif(greenContextId, 0))
	FROM CUPTI_ACTIVITY_KIND_MEMSET WHERE start <> 0 OR end <> 0)
JOIN ask WHERE (types = '' OR instr(' ' || types || ' ', ' ' || type || ' '))
	AND ts < until AND (ts >= since OR span = 9223372036854775807 OR (span > 0 AND ts + span > since));

-- What events need, and the first event that does: kind is the order of records before one event.
CREATE TEMP TABLE meta AS
SELECT min(e) AS e, 1 AS kind, 'process' AS name, process, NULL AS tid, NULL AS device, NULL AS context, NULL AS stream, NULL AS domain,
	json_object('name', (SELECT name FROM PROCESSES WHERE globalPid = process ORDER BY row LIMIT 1)) AS args
	FROM event WHERE process NOT NULL GROUP BY process
UNION ALL
SELECT min(e), 2, 'thread', process, thread & 0xFFFFFF, NULL, NULL, NULL, NULL,
	json_object('name', coalesce((SELECT value FROM ThreadNames JOIN str ON id = nameId WHERE globalTid = event.thread ORDER BY row LIMIT 1),
		(SELECT name FROM named n WHERE n.type = 39 AND n.thread = event.thread)))
	FROM event WHERE thread NOT NULL GROUP BY thread
UNION ALL
SELECT min(e), 3, 'device', process, NULL, device, NULL, NULL, NULL,
	(SELECT json_object('name', name, 'uuid', uuid, 'bus', busLocation, 'chip', chipName, 'gpu', id, 'memory', totalMemory, 'bandwidth', memoryBandwidth,
		'clock', clockRate, 'sms', smCount) FROM TARGET_INFO_GPU g
		WHERE CASE WHEN EXISTS (SELECT 1 FROM TARGET_INFO_CUDA_DEVICE WHERE pid = process >> 24 & 0xFFFFFF AND cudaId = device)
			THEN id = (SELECT gpuId FROM TARGET_INFO_CUDA_DEVICE WHERE pid = process >> 24 & 0xFFFFFF AND cudaId = device) ELSE cuDevice = device END)
	FROM event WHERE device NOT NULL GROUP BY process, device
UNION ALL
SELECT min(e), 4, 'stream', process, NULL, device, context, stream, NULL,
	CASE WHEN isdefault OR flag NOT NULL THEN json_object('default', json(CASE WHEN isdefault THEN 'true' ELSE 'false' END),
		'priority', CASE WHEN priority > 2147483647 THEN priority - 4294967296 ELSE priority END,
		'flag', coalesce((SELECT label FROM label WHERE enum = 'ENUM_CUPTI_STREAM_TYPE' AND id = flag), flag || '')) END
	FROM (SELECT u.*, priority, flag, EXISTS (SELECT 1 FROM TARGET_INFO_CUDA_CONTEXT_INFO i WHERE i.processId = u.pid AND i.contextId = u.context AND nullStreamId = u.stream)
			OR EXISTS (SELECT 1 FROM TARGET_INFO_CUDA_NULL_STREAM i WHERE i.processId = u.pid AND i.contextId = u.context AND i.streamId = u.stream) AS isdefault
		FROM (SELECT *, process >> 24 & 0xFFFFFF AS pid FROM event) u
		LEFT JOIN TARGET_INFO_CUDA_STREAM s ON s.processId = u.pid AND s.contextId = u.context AND s.streamId = u.stream)
	WHERE stream NOT NULL GROUP BY process, device, context, stream
UNION ALL
SELECT min(e), 5, 'domain', process, NULL, NULL, NULL, NULL, (SELECT name FROM named n WHERE n.type = 75 AND n.process = event.process AND n.domain = event.domain) AS text,
	json_object('id', domain)
	FROM event WHERE domain NOT NULL GROUP BY process, domain HAVING text NOT NULL;
DELETE FROM meta WHERE args IS NULL OR args = json_object('name', NULL);

-- A value that is NULL has no key, and args without a key are none: json_patch does both.
CREATE TEMP TABLE record AS
SELECT e, 9 AS kind, ts, json_patch('{}', json_object('ts', ts, 'dur', CASE WHEN span BETWEEN 0 AND 9223372036854775806 THEN span END,
	'open', CASE WHEN span = 9223372036854775807 THEN json('true') END, 'type', type, 'name', name, 'pid', process >> 24 & 0xFFFFFF, 'tid', thread & 0xFFFFFF,
	'endtid', endtid, 'device', device, 'context', context, 'stream', stream, 'corr', corr,
	'domain', coalesce((SELECT name FROM named n WHERE n.type = 75 AND n.process = event.process AND n.domain = event.domain), 'domain#' || domain),
	'args', json(nullif(json_patch('{}', args), '{}')))) AS text
	FROM event
UNION ALL
SELECT e, m.kind, ts, json_patch('{}', json_object('ts', ts, 'type', 'meta', 'name', m.name, 'pid', m.process >> 24 & 0xFFFFFF, 'tid', m.tid,
	'device', m.device, 'context', m.context, 'stream', m.stream, 'domain', m.domain, 'args', json(json_patch('{}', m.args))))
	FROM meta m JOIN event USING (e);

CREATE TEMP VIEW version AS SELECT name, value FROM META_DATA_EXPORT UNION ALL SELECT name, value FROM EXPORT_META_DATA;
SELECT json_patch('{}', json_object('ts', coalesce(min(ts), 0), 'type', 'stream', 'format', 1,
	'schema', (SELECT value FROM version WHERE name = 'EXPORT_SCHEMA_VERSION'), 'product', (SELECT value FROM version WHERE name = 'EXPORT_PRODUCT_VERSION'),
	'utc', (SELECT utcEpochNs FROM TARGET_INFO_SESSION_START_TIME) - coalesce((SELECT CAST(value AS INTEGER) FROM version WHERE name = 'EXPORT_CONFIG_TIME_SHIFT'), 0))) FROM event;
SELECT text FROM record ORDER BY e, kind;
SELECT json_object('ts', coalesce(max(ts), 0), 'type', 'end', 'events', count(*)) FROM record;
