-- SPDX-License-Identifier: MIT
-- Writes SQL that makes a temporary view of each table below, with NULL for columns that the export p lacks, without rows where it lacks the table.
-- Column "row" is the place in the file. And a view "enum" of all enumerations.
WITH RECURSIVE need(tab, cols) AS (VALUES
	('NVTX_EVENTS', 'start end eventType rangeId category color text globalTid endGlobalTid textId domainId uint64Value int64Value doubleValue uint32Value int32Value floatValue'),
	('CUPTI_ACTIVITY_KIND_RUNTIME', 'start end eventClass globalTid correlationId nameId returnValue'),
	('CUPTI_ACTIVITY_KIND_SYNCHRONIZATION', 'start end deviceId contextId greenContextId streamId correlationId globalPid eventId eventSyncId'),
	('OSRT_API', 'start end globalTid nameId returnValue nestingLevel'),
	('SCHED_EVENTS', 'start cpu isSchedIn globalTid threadState threadBlock'),
	('CUPTI_ACTIVITY_KIND_GRAPH_TRACE', 'start end deviceId contextId greenContextId streamId correlationId globalPid graphId graphExecId'),
	('CUPTI_ACTIVITY_KIND_KERNEL', 'start end deviceId contextId greenContextId streamId correlationId globalPid demangledName shortName mangledName launchType '
		|| 'cacheConfig registersPerThread gridX gridY gridZ blockX blockY blockZ clusterX clusterY clusterZ staticSharedMemory dynamicSharedMemory '
		|| 'sharedMemoryExecuted localMemoryPerThread localMemoryTotal gridId graphId graphNodeId'),
	('CUPTI_ACTIVITY_KIND_MEMCPY', 'start end deviceId contextId greenContextId streamId correlationId globalPid bytes copyKind srcKind dstKind srcDeviceId '
		|| 'srcContextId dstDeviceId dstContextId migrationCause virtualAddress copyCount graphNodeId'),
	('CUPTI_ACTIVITY_KIND_MEMSET', 'start end deviceId contextId greenContextId streamId correlationId globalPid bytes value memKind graphNodeId'),
	('PROCESSES', 'globalPid name'),
	('ThreadNames', 'globalTid nameId'),
	('META_DATA_EXPORT', 'name value'),
	('EXPORT_META_DATA', 'name value'),
	('TARGET_INFO_SESSION_START_TIME', 'utcEpochNs'),
	('TARGET_INFO_CUDA_DEVICE', 'gpuId cudaId pid'),
	('TARGET_INFO_GPU', 'id cuDevice name uuid busLocation chipName totalMemory memoryBandwidth clockRate smCount'),
	('TARGET_INFO_CUDA_CONTEXT_INFO', 'nullStreamId processId deviceId contextId'),
	('TARGET_INFO_CUDA_NULL_STREAM', 'streamId processId deviceId contextId'),
	('TARGET_INFO_CUDA_STREAM', 'streamId processId contextId priority flag')),
split(tab, col, rest) AS (
	SELECT tab, NULL, cols || ' ' FROM need
	UNION ALL SELECT tab, substr(rest, 1, instr(rest, ' ') - 1), substr(rest, instr(rest, ' ') + 1) FROM split WHERE rest <> '')
SELECT 'CREATE TEMP VIEW ' || tab || ' AS SELECT '
	|| group_concat(CASE WHEN col IN (SELECT name FROM pragma_table_info(tab, 'p')) THEN '[' || col || ']' ELSE 'NULL AS [' || col || ']' END, ', ')
	|| CASE WHEN tab IN (SELECT name FROM p.sqlite_schema WHERE type = 'table') THEN ', _rowid_ AS row FROM p.' || tab ELSE ', NULL AS row WHERE 0' END || ';'
	FROM split WHERE col NOT NULL GROUP BY tab
UNION ALL
SELECT 'CREATE TEMP VIEW enum AS SELECT NULL AS enum, NULL AS id, NULL AS label WHERE 0'
	|| coalesce((SELECT group_concat(' UNION ALL SELECT ''' || name || ''', id, label FROM p.' || name, '') FROM p.sqlite_schema WHERE name LIKE 'ENUM\_%' ESCAPE '\'), '') || ';';
