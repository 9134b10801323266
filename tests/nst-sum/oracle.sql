-- SPDX-License-Identifier: MIT
-- What nst-sum must say of an export, by queries over its tables. Reads the table "event" that the oracle of nst-dump makes of the export, and
-- the table "got" of what nst-sum said: kind (by name, nvtx, nvtx:all, none; report) and line, an object of --json. Writes what differs, and how many rows did not.

-- A call launched the GPU events of its process that have its id; of several the latest one before. A range is around a call of its thread if both ends are inside.
CREATE TEMP TABLE call AS SELECT e, ts, ts + span AS end, coalesce(process, 0) AS process, thread, corr, name FROM event WHERE type = 'cuda-api' AND corr NOT NULL;
CREATE INDEX temp.callcorr ON call(process, corr, e);
CREATE TEMP TABLE op AS SELECT o.*, (SELECT c.e FROM call c WHERE c.process = coalesce(o.process, 0) AND c.corr = o.corr AND c.e < o.e ORDER BY c.e DESC LIMIT 1) AS by
	FROM event o WHERE type IN ('kernel', 'memcpy', 'memset', 'graph');
-- One that was never closed ends with the stream.
CREATE TEMP TABLE range AS SELECT e, ts, CASE WHEN span < 9223372036854775807 THEN ts + span
	ELSE (SELECT max(CASE WHEN span BETWEEN 0 AND 9223372036854775806 THEN ts + span ELSE ts END) FROM event) END AS end,
	span = 9223372036854775807 AS open, process, thread, name FROM event WHERE type = 'nvtx' AND endtid IS NULL;
CREATE INDEX temp.rangethread ON range(thread, ts, end);
CREATE TEMP TABLE inside AS SELECT c.e AS call, r.e AS range, r.name FROM call c JOIN range r ON r.thread = c.thread AND r.ts <= c.ts AND r.end >= c.end
	WHERE c.e IN (SELECT by FROM op);
CREATE INDEX temp.insidecall ON inside(call);
CREATE TEMP TABLE projected AS SELECT i.name, min(o.ts) AS ts, max(o.ts + o.span) - min(o.ts) AS dur, count(*) AS kernels, sum(o.span) AS time,
	(SELECT end - ts FROM range r WHERE r.e = i.range) AS cpu
	FROM op o JOIN inside i ON i.call = o.by WHERE o.type IN ('kernel', 'graph') GROUP BY range, device;

-- What is added up: durations by kind of grouping, type and name.
CREATE TEMP TABLE timed AS
SELECT 'name' AS kind, type, name, span AS dur FROM event WHERE span BETWEEN 0 AND 9223372036854775806
UNION ALL SELECT 'name', 'nvtx-kernel', name, dur FROM projected
UNION ALL SELECT 'nvtx', type, (SELECT name FROM inside i WHERE i.call = o.by ORDER BY range DESC LIMIT 1), span FROM op o
UNION ALL SELECT 'nvtx:all', type, i.name, span FROM op o LEFT JOIN (SELECT DISTINCT call, name FROM inside) i ON i.call = o.by;
CREATE TEMP TABLE total AS WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY kind, type, name ORDER BY dur) AS i,
		count(*) OVER (PARTITION BY kind, type, name) AS n, avg(dur) OVER (PARTITION BY kind, type, name) AS mean FROM timed)
	SELECT kind, type, name, count(*) AS count, sum(dur) AS total, min(dur) AS min, max(dur) AS max,
	sum(CASE WHEN i IN ((n + 1) / 2, n / 2 + 1) THEN dur END) * (1 + n % 2) AS median2, mean,
	CASE WHEN n > 1 THEN sqrt(sum((dur - mean) * (dur - mean)) / (n - 1)) ELSE 0 END AS stddev,
	-- a percentile lies between the durations number (n - 1) * p / 100 and the next, counted from 0
	sum(CASE i - 1 - (n - 1) * 9 / 10 WHEN 0 THEN dur * (10 - (n - 1) * 9 % 10) WHEN 1 THEN dur * ((n - 1) * 9 % 10) END) AS p90_10,
	sum(CASE i - 1 - (n - 1) * 99 / 100 WHEN 0 THEN dur * (100 - (n - 1) * 99 % 100) WHEN 1 THEN dur * ((n - 1) * 99 % 100) END) AS p99_100
	FROM ranked GROUP BY kind, type, name;
CREATE TEMP TABLE launch AS SELECT c.name, count(*) AS launches, sum(o.type IN ('kernel', 'graph')) AS kernels,
	sum(CASE WHEN o.type IN ('kernel', 'graph') THEN o.span ELSE 0 END) AS time, sum(o.ts - c.ts) AS latency, sum(o.ts > c.end) AS queued, sum(max(o.ts - c.end, 0)) AS queue
	FROM op o JOIN call c ON c.e = o.by GROUP BY c.name;

-- The self time of a range: not that in which one begun later on its thread is open too.
CREATE TEMP TABLE closed AS SELECT e, ts, ts + span AS end, thread, name, endtid FROM event WHERE type = 'nvtx' AND span BETWEEN 0 AND 9223372036854775806;
CREATE INDEX temp.closedthread ON closed(thread, ts);
CREATE TEMP TABLE hiding AS SELECT r.e, o.ts, min(o.end, r.end) AS end, max(min(o.end, r.end)) OVER (PARTITION BY r.e ORDER BY o.e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING)
	AS before FROM closed r JOIN closed o ON o.thread = r.thread AND o.ts BETWEEN r.ts AND r.end AND o.e > r.e WHERE r.endtid IS NULL AND o.endtid IS NULL;
CREATE TEMP TABLE hidden AS SELECT e, sum(max(end - max(ts, coalesce(before, ts)), 0)) AS time FROM hiding GROUP BY e;
CREATE INDEX temp.hiddene ON hidden(e);
CREATE TEMP TABLE self AS SELECT name, sum(end - ts - coalesce((SELECT time FROM hidden h WHERE h.e = c.e), 0)) AS time FROM closed c GROUP BY name;

-- Exact numbers first, as one array a row; then what has a fraction.
CREATE TEMP TABLE wanted AS SELECT json_array(kind, type, name, count, total, min, max, median2) AS row FROM total;
INSERT INTO wanted SELECT json_array('launch', name, launches, queued) FROM launch;
INSERT INTO wanted SELECT json_array('bytes', name, sum(args ->> 'bytes')) FROM event WHERE type IN ('memcpy', 'memset') GROUP BY name;
INSERT INTO wanted SELECT json_array('kernels', 'nvtx-kernel', name, sum(kernels), sum(time), sum(cpu)) FROM projected GROUP BY name;
INSERT INTO wanted SELECT json_array('kernels', 'cuda-api', name, kernels, time, NULL) FROM launch;
INSERT INTO wanted SELECT json_array('kernels', e.type, e.name, count(*), sum(o.span), NULL) FROM event e
	JOIN call c ON c.thread = e.thread AND c.ts >= e.ts AND c.end <= e.ts + e.span JOIN op o ON o.by = c.e AND o.type IN ('kernel', 'graph')
	WHERE e.type IN ('cublas', 'cudnn') GROUP BY e.type, e.name;
INSERT INTO wanted SELECT json_array('self', name, time) FROM self;
INSERT INTO wanted SELECT json_array('percentiles', kind, type, name, p90_10, p99_100) FROM total;
CREATE TEMP TABLE said AS SELECT json_array(kind, line ->> 'type', coalesce(line ->> 'name', line ->> 'nvtx'), line ->> 'count', line ->> 'total', line ->> 'min',
	line ->> 'max', CAST(2 * (line ->> 'median') AS INTEGER)) AS row FROM got WHERE kind <> 'none'
	AND (kind = 'name' OR line ->> 'type' IN ('kernel', 'memcpy', 'memset', 'graph'));
INSERT INTO said SELECT json_array('launch', line ->> 'name', line ->> 'launches', line ->> 'queued') FROM got WHERE kind = 'name' AND line ->> 'launches' NOT NULL;
INSERT INTO said SELECT json_array('bytes', line ->> 'name', line ->> 'bytes') FROM got WHERE kind = 'name' AND line ->> 'bytes' NOT NULL;
INSERT INTO said SELECT json_array('self', line ->> 'name', line ->> 'self') FROM got WHERE kind = 'name' AND line ->> 'self' NOT NULL;
INSERT INTO said SELECT json_array('percentiles', kind, line ->> 'type', coalesce(line ->> 'name', line ->> 'nvtx'), CAST(round(10 * (line ->> 'p90')) AS INTEGER),
	CAST(round(100 * (line ->> 'p99')) AS INTEGER)) FROM got WHERE kind <> 'none' AND (kind = 'name' OR line ->> 'type' IN ('kernel', 'memcpy', 'memset', 'graph'));
INSERT INTO said SELECT json_array('kernels', line ->> 'type', line ->> 'name', line ->> 'kernels', line ->> 'kernel_time', line ->> 'range_time')
	FROM got WHERE kind = 'name' AND line ->> 'kernels' NOT NULL;

CREATE TEMP TABLE row AS SELECT kind, line ->> 'type' AS type, coalesce(line ->> 'name', line ->> 'nvtx') AS name, line FROM got WHERE kind <> 'none';
CREATE INDEX temp.totalname ON total(kind, type, name);
CREATE TEMP TABLE near(what, wanted, said);
INSERT INTO near SELECT 'mean ' || line, mean, line ->> 'mean' FROM row r JOIN total t ON t.kind = r.kind AND t.type = r.type AND t.name IS r.name;
INSERT INTO near SELECT 'stddev ' || line, stddev, line ->> 'stddev' FROM row r JOIN total t ON t.kind = r.kind AND t.type = r.type AND t.name IS r.name;
INSERT INTO near SELECT 'latency ' || line, latency * 1.0 / launches, line ->> 'latency' FROM row JOIN launch USING (name) WHERE kind = 'name' AND type = 'cuda-api';
INSERT INTO near SELECT 'queue ' || line, queue * 1.0 / nullif(queued, 0), line ->> 'queue' FROM row JOIN launch USING (name) WHERE kind = 'name' AND type = 'cuda-api';
INSERT INTO near SELECT 'rate ' || line, (line ->> 'bytes') * 1.0 / (line ->> 'total'), line ->> 'rate' FROM row WHERE kind = 'name' AND line ->> 'rate' NOT NULL;
-- Ranges share the time of the profile, others that of their type, in which each event is once, however many ranges are around it.
CREATE TEMP TABLE ends AS SELECT min(ts) AS first, max(CASE WHEN span BETWEEN 0 AND 9223372036854775806 THEN ts + span ELSE ts END) AS last, count(*) AS events FROM event WHERE type NOT IN ('diagnostic', 'overhead', 'graph-create', 'graph-node');
UPDATE ends SET events = (SELECT count(*) FROM event);
CREATE TEMP TABLE whole AS SELECT type, CASE WHEN type IN ('nvtx', 'nvtx-kernel') THEN (SELECT last - first FROM ends) ELSE sum(total) END AS whole FROM total
	WHERE kind = 'name' GROUP BY type;
INSERT INTO near SELECT 'share ' || line, coalesce(100.0 * (line ->> 'total') / nullif(whole, 0), 0), line ->> 'share' FROM row JOIN whole USING (type)
	WHERE type IN ('kernel', 'memcpy', 'memset', 'graph') OR kind = 'name';

-- How long a GPU was busy: what an interval adds is what of it comes after all before it.
CREATE TEMP TABLE work AS SELECT device, ts, ts + span AS end, CASE WHEN type = 'kernel' AND name LIKE '%nccl%' OR type = 'memcpy' AND args ->> 'kind' = 'Peer-to-Peer' THEN 'comm' WHEN type IN ('kernel', 'graph') THEN 'compute' ELSE 'copies'
	END AS work FROM op;
CREATE TEMP TABLE part AS SELECT p.part, device, ts, end FROM work JOIN (SELECT 'busy' AS part, 'comm compute copies' AS works UNION ALL SELECT 'compute', 'compute' UNION ALL SELECT 'copies',
	'copies' UNION ALL SELECT 'comm', 'comm' UNION ALL SELECT 'either copies', 'compute copies' UNION ALL SELECT 'either comm', 'compute comm') p ON instr(p.works, work);
CREATE TEMP TABLE cover AS SELECT part, device, sum(max(end - max(ts, coalesce(before, ts)), 0)) AS time
	FROM (SELECT *, max(end) OVER (PARTITION BY part, device ORDER BY ts, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM part) GROUP BY part, device;
INSERT INTO wanted SELECT json_array('profile', first, last, last - first, events + (SELECT count(*) FROM projected)) FROM ends;
INSERT INTO said SELECT json_array('profile', line ->> 'from', line ->> 'to', line ->> 'span', line ->> 'events') FROM got WHERE kind = 'none' AND line ->> 'span' NOT NULL;
INSERT INTO wanted SELECT json_array('gpu', d, busy, end - begin - busy, begin - first, last - end, compute, copies, compute + copies - both, comm, compute + comm - either) FROM (SELECT device AS d,
	sum(CASE part WHEN 'busy' THEN time ELSE 0 END) AS busy, sum(CASE part WHEN 'compute' THEN time ELSE 0 END) AS compute,
	sum(CASE part WHEN 'copies' THEN time ELSE 0 END) AS copies, sum(CASE part WHEN 'comm' THEN time ELSE 0 END) AS comm,
	sum(CASE part WHEN 'either copies' THEN time ELSE 0 END) AS both, sum(CASE part WHEN 'either comm' THEN time ELSE 0 END) AS either FROM cover GROUP BY device), ends, (SELECT device, min(ts) AS begin, max(end) AS end FROM work GROUP BY device) WHERE device = d;
INSERT INTO said SELECT json_array('gpu', line ->> 'device', line ->> 'busy', line ->> 'idle', line ->> 'before', line ->> 'after', line ->> 'compute', line ->> 'copies', line ->> 'overlap', line ->> 'comm',
	line ->> 'comm_overlap') FROM got WHERE kind = 'none' AND line ->> 'busy' NOT NULL;

-- The report of projected ranges: each range that was closed once, over all devices and operations, with its place among those of its thread.
CREATE TEMP TABLE projection AS SELECT r.e, r.ts, r.end, r.thread, min(o.ts) AS first, max(o.ts + o.span) AS last, count(*) AS ops
	FROM op o JOIN inside i ON i.call = o.by JOIN range r ON r.e = i.range WHERE NOT open GROUP BY r.e;
CREATE INDEX temp.projectionthread ON projection(thread, e);
CREATE TEMP TABLE place AS SELECT w.e, (SELECT o.e FROM projection o WHERE o.thread = w.thread AND o.e < w.e AND o.end >= w.end ORDER BY o.e DESC LIMIT 1) AS outer FROM projection w;
CREATE INDEX temp.placeouter ON place(outer);
CREATE TEMP TABLE level AS WITH RECURSIVE l(e, level) AS (SELECT e, 0 FROM place WHERE outer IS NULL
	UNION ALL SELECT p.e, level + 1 FROM l JOIN place p ON p.outer = l.e) SELECT * FROM l;
CREATE TEMP TABLE proj AS SELECT coalesce((SELECT n.name FROM named n WHERE n.type = 75 AND n.process = v.process AND n.domain = v.domain), 'domain#' || v.domain, '') || ':' || v.name
	AS name, CASE WHEN v.args ->> 'range_id' IS NULL THEN 'PushPop' ELSE 'StartEnd' END AS style, w.last - w.first AS dur, v.span AS cpu, w.ops, l.level,
	(SELECT count(*) FROM place p WHERE p.outer = w.e) AS children FROM projection w JOIN event v USING (e) JOIN level l USING (e);
INSERT INTO wanted SELECT json_array('proj', name, style, sum(dur), sum(cpu), count(*), min(dur), max(dur), sum(ops)) FROM proj GROUP BY name, style;
INSERT INTO said SELECT json_array('proj', line ->> 'Range', line ->> 'Style', line ->> 'Total Proj Time (ns)', line ->> 'Total Range Time (ns)', line ->> 'Range Instances',
	line ->> 'Proj Min (ns)', line ->> 'Proj Max (ns)', line ->> 'Total GPU Ops') FROM got WHERE kind = 'report';
CREATE TEMP TABLE mean AS SELECT name, style, avg(ops) AS ops, avg(level) AS level, avg(children) AS children, avg(dur) AS dur FROM proj GROUP BY name, style;
CREATE INDEX temp.meanname ON mean(name, style);
CREATE TEMP TABLE coarse AS SELECT line, m.* FROM got JOIN mean m ON m.name = line ->> 'Range' AND m.style = line ->> 'Style' WHERE kind = 'report';

.mode list
SELECT 'coarse ' || line FROM coarse WHERE max(abs(ops - (line ->> 'Avg GPU Ops')), abs(level - (line ->> 'Avg Range Lvl')), abs(children - (line ->> 'Avg Num Child')),
	abs(dur - (line ->> 'Proj Avg (ns)'))) > 0.0501 LIMIT 5;
SELECT 'missing ' || row FROM (SELECT row FROM wanted EXCEPT SELECT row FROM said) LIMIT 5;
SELECT 'wrong ' || row FROM (SELECT row FROM said EXCEPT SELECT row FROM wanted) LIMIT 5;
SELECT 'off ' || what || ' ' || coalesce(wanted, 'NULL') FROM near WHERE (wanted IS NULL) <> (said IS NULL) OR abs(wanted - said) > 0.0006 + abs(wanted) * 1e-9 LIMIT 5;
SELECT 'rows ' || (SELECT count(*) FROM wanted) || ' ' || (SELECT count(*) FROM said) || ' ' || (SELECT count(*) FROM near WHERE wanted NOT NULL);
