-- SPDX-License-Identifier: MIT
-- What nst-link must find, by joins over a copy of an export: a second opinion that shares nothing with the program.
-- The tables got and wide hold the events of nst-link by default and with --ops kernel,memcpy,memset,graph, one record a row.

-- A call launched a GPU event of its process with its id; of several the latest before the event. Class 67 repeats other calls.
CREATE TABLE call AS SELECT start, end, globalTid AS gtid, globalTid & ~0xFFFFFF AS gpid, correlationId AS corr, value AS name
	FROM CUPTI_ACTIVITY_KIND_RUNTIME LEFT JOIN StringIds ON id = nameId WHERE eventClass <> 67 AND correlationId <> 0;
CREATE INDEX call_corr ON call(gpid, corr, start);
CREATE TABLE op AS
	SELECT 'kernel' AS type, start, end, globalPid AS gpid, deviceId AS device, streamId AS stream, correlationId AS corr FROM CUPTI_ACTIVITY_KIND_KERNEL
	UNION ALL SELECT 'memcpy', start, end, globalPid, deviceId, streamId, correlationId FROM CUPTI_ACTIVITY_KIND_MEMCPY
	UNION ALL SELECT 'memset', start, end, globalPid, deviceId, streamId, correlationId FROM CUPTI_ACTIVITY_KIND_MEMSET
	UNION ALL SELECT 'graph', start, end, globalPid, deviceId, streamId, correlationId FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
CREATE TABLE launched AS SELECT op.*, (SELECT c.rowid FROM call c WHERE c.gpid = op.gpid AND c.corr = op.corr AND c.start < op.start
	ORDER BY c.start DESC LIMIT 1) AS call FROM op;

-- A range encloses a call of its thread when both ends lie inside. It ends on the thread where it began; one that was never closed ends with the stream.
CREATE TABLE range AS SELECT n.start, coalesce(n.end, (SELECT max((line ->> 'ts') + coalesce(line ->> 'dur', 0)) FROM got WHERE line ->> 'type' <> 'nvtx-kernel')) AS end, n.globalTid AS gtid, coalesce(n.text, value) AS name,
	CASE WHEN n.domainId <> 0 THEN coalesce(d.text, 'domain#' || n.domainId) END AS domain
	FROM NVTX_EVENTS n LEFT JOIN StringIds ON id = n.textId
	LEFT JOIN NVTX_EVENTS d ON d.eventType = 75 AND d.domainId = n.domainId AND d.globalTid & ~0xFFFFFF = n.globalTid & ~0xFFFFFF
	WHERE n.eventType IN (59, 60) AND coalesce(n.endGlobalTid, n.globalTid) = n.globalTid ORDER BY n.start, n.end DESC, n.rowid;
CREATE INDEX range_start ON range(gtid, start, end);
CREATE TABLE inside AS SELECT call.rowid AS call, range.rowid AS range FROM call JOIN range
	ON range.gtid = call.gtid AND range.start <= call.start AND range.end >= call.end WHERE call.rowid IN (SELECT call FROM launched);
CREATE INDEX inside_call ON inside(call, range);

-- Every GPU event, its call, and the names of the ranges around that, the outermost first.
CREATE VIEW wanted_events AS SELECT l.start, l.end - l.start, l.type, l.gpid >> 24 & 0xFFFFFF, l.device, l.stream, nullif(l.corr, 0),
	c.start, c.end - c.start, c.gtid & 0xFFFFFF, c.name,
	(SELECT json_group_array(name) FROM (SELECT name FROM inside i JOIN range r ON r.rowid = i.range WHERE i.call = l.call ORDER BY r.rowid))
	FROM launched l LEFT JOIN call c ON c.rowid = l.call;
CREATE VIEW wanted_ranges AS SELECT l.type, r.name, r.domain, r.gtid >> 24 & 0xFFFFFF AS pid, r.gtid & 0xFFFFFF AS tid, l.device, l.start AS first, l.end AS last,
	r.start, r.end - r.start AS dur, r.rowid AS range FROM launched l JOIN inside i USING (call) JOIN range r ON r.rowid = i.range;

CREATE VIEW got_events AS SELECT line ->> 'ts', line ->> 'dur', line ->> 'type', coalesce(line ->> 'pid', 0), line ->> 'device', line ->> 'stream', line ->> 'corr',
	line ->> '$.launch.ts', line ->> '$.launch.dur', line ->> '$.launch.tid', line ->> '$.launch.name', coalesce(line -> 'nvtx', '[]')
	FROM got WHERE line ->> 'type' IN ('kernel', 'memcpy', 'memset', 'graph');
CREATE VIEW got_ranges AS SELECT 0 AS wide, line FROM got WHERE line ->> 'type' = 'nvtx-kernel' UNION ALL SELECT 1, line FROM wide WHERE line ->> 'type' = 'nvtx-kernel';

.mode list
.nullvalue -
.once events.wanted
SELECT * FROM wanted_events ORDER BY 1, 2, 3, 4, 5, 6, 7;
.once events.got
SELECT * FROM got_events ORDER BY 1, 2, 3, 4, 5, 6, 7;
.once ranges.wanted
SELECT wide, name, domain, pid, tid, device, min(first), max(last), count(*), sum(last - first), start, dur FROM wanted_ranges JOIN (SELECT 0 AS wide UNION SELECT 1)
	WHERE wide OR type IN ('kernel', 'graph') GROUP BY wide, range, device ORDER BY 1, 2, 3, 4, 5, 6, start, dur;
.once ranges.got
SELECT wide, line ->> 'name', line ->> 'domain', line ->> 'pid', line ->> 'tid', line ->> 'device', line ->> 'ts', (line ->> 'ts') + (line ->> 'dur'),
	line ->> '$.args.count', line ->> '$.args.sum', line ->> '$.args.range.ts', line ->> '$.args.range.dur' FROM got_ranges
	ORDER BY 1, 2, 3, 4, 5, 6, 11, 12;
