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
	CASE WHEN n > 1 THEN sqrt(sum((dur - mean) * (dur - mean)) / (n - 1)) ELSE 0 END AS stddev FROM ranked GROUP BY kind, type, name;
CREATE TEMP TABLE launch AS SELECT c.name, count(*) AS launches, sum(o.ts - c.ts) AS latency, sum(o.ts > c.end) AS queued, sum(max(o.ts - c.end, 0)) AS queue
	FROM op o JOIN call c ON c.e = o.by GROUP BY c.name;

-- Exact numbers first, as one array a row; then what has a fraction.
CREATE TEMP TABLE wanted AS SELECT json_array(kind, type, name, count, total, min, max, median2) AS row FROM total;
INSERT INTO wanted SELECT json_array('launch', name, launches, queued) FROM launch;
INSERT INTO wanted SELECT json_array('bytes', name, sum(args ->> 'bytes')) FROM event WHERE type IN ('memcpy', 'memset') GROUP BY name;
INSERT INTO wanted SELECT json_array('kernels', name, sum(kernels), sum(time), sum(cpu)) FROM projected GROUP BY name;
CREATE TEMP TABLE said AS SELECT json_array(kind, line ->> 'type', coalesce(line ->> 'name', line ->> 'nvtx'), line ->> 'count', line ->> 'total', line ->> 'min',
	line ->> 'max', CAST(2 * (line ->> 'median') AS INTEGER)) AS row FROM got WHERE kind <> 'none'
	AND (kind = 'name' OR line ->> 'type' IN ('kernel', 'memcpy', 'memset', 'graph'));
INSERT INTO said SELECT json_array('launch', line ->> 'name', line ->> 'launches', line ->> 'queued') FROM got WHERE kind = 'name' AND line ->> 'launches' NOT NULL;
INSERT INTO said SELECT json_array('bytes', line ->> 'name', line ->> 'bytes') FROM got WHERE kind = 'name' AND line ->> 'bytes' NOT NULL;
INSERT INTO said SELECT json_array('kernels', line ->> 'name', line ->> 'kernels', line ->> 'kernel_time', line ->> 'range_time')
	FROM got WHERE kind = 'name' AND line ->> 'kernels' NOT NULL;

CREATE TEMP TABLE row AS SELECT kind, line ->> 'type' AS type, coalesce(line ->> 'name', line ->> 'nvtx') AS name, line FROM got WHERE kind <> 'none';
CREATE INDEX temp.totalname ON total(kind, type, name);
CREATE TEMP TABLE near(what, wanted, said);
INSERT INTO near SELECT 'mean ' || line, mean, line ->> 'mean' FROM row r JOIN total t ON t.kind = r.kind AND t.type = r.type AND t.name IS r.name;
INSERT INTO near SELECT 'stddev ' || line, stddev, line ->> 'stddev' FROM row r JOIN total t ON t.kind = r.kind AND t.type = r.type AND t.name IS r.name;
INSERT INTO near SELECT 'latency ' || line, latency * 1.0 / launches, line ->> 'latency' FROM row JOIN launch USING (name) WHERE kind = 'name' AND type = 'cuda-api';
INSERT INTO near SELECT 'queue ' || line, queue * 1.0 / nullif(queued, 0), line ->> 'queue' FROM row JOIN launch USING (name) WHERE kind = 'name' AND type = 'cuda-api';
INSERT INTO near SELECT 'rate ' || line, (line ->> 'bytes') * 1.0 / (line ->> 'total'), line ->> 'rate' FROM row WHERE kind = 'name' AND line ->> 'rate' NOT NULL;
INSERT INTO near SELECT 'share ' || line, coalesce(100.0 * (line ->> 'total') / nullif(whole, 0), 0), line ->> 'share'
	FROM row JOIN (SELECT type, sum(total) AS whole FROM total WHERE kind = 'name' GROUP BY type) USING (type) WHERE kind = 'name';

-- How long a GPU was busy: what an interval adds is what of it comes after all before it.
CREATE TEMP TABLE part AS SELECT 'busy' AS part, device, ts, ts + span AS end FROM op
	UNION ALL SELECT CASE WHEN type IN ('kernel', 'graph') THEN 'compute' ELSE 'copies' END, device, ts, ts + span FROM op;
CREATE TEMP TABLE cover AS SELECT part, device, sum(max(end - max(ts, coalesce(before, ts)), 0)) AS time
	FROM (SELECT *, max(end) OVER (PARTITION BY part, device ORDER BY ts, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM part) GROUP BY part, device;
CREATE TEMP TABLE ends AS SELECT min(ts) AS first, max(CASE WHEN span BETWEEN 0 AND 9223372036854775806 THEN ts + span ELSE ts END) AS last, count(*) AS events FROM event;
INSERT INTO wanted SELECT json_array('profile', first, last, last - first, events + (SELECT count(*) FROM projected)) FROM ends;
INSERT INTO said SELECT json_array('profile', line ->> 'from', line ->> 'to', line ->> 'span', line ->> 'events') FROM got WHERE kind = 'none' AND line ->> 'span' NOT NULL;
INSERT INTO wanted SELECT json_array('gpu', d, busy, last - first - busy, compute, copies, compute + copies - busy) FROM (SELECT device AS d,
	sum(CASE part WHEN 'busy' THEN time ELSE 0 END) AS busy, sum(CASE part WHEN 'compute' THEN time ELSE 0 END) AS compute,
	sum(CASE part WHEN 'copies' THEN time ELSE 0 END) AS copies FROM cover GROUP BY device), ends;
INSERT INTO said SELECT json_array('gpu', line ->> 'device', line ->> 'busy', line ->> 'idle', line ->> 'compute', line ->> 'copies', line ->> 'overlap')
	FROM got WHERE kind = 'none' AND line ->> 'busy' NOT NULL;

-- The report of projected ranges: each range that was closed once, over all devices and operations, with its place among those of its thread.
CREATE TEMP TABLE whole AS SELECT r.e, r.ts, r.end, r.thread, min(o.ts) AS first, max(o.ts + o.span) AS last, count(*) AS ops
	FROM op o JOIN inside i ON i.call = o.by JOIN range r ON r.e = i.range WHERE NOT open GROUP BY r.e;
CREATE INDEX temp.wholethread ON whole(thread, e);
CREATE TEMP TABLE place AS SELECT w.e, (SELECT o.e FROM whole o WHERE o.thread = w.thread AND o.e < w.e AND o.end >= w.end ORDER BY o.e DESC LIMIT 1) AS outer FROM whole w;
CREATE INDEX temp.placeouter ON place(outer);
CREATE TEMP TABLE level AS WITH RECURSIVE l(e, level) AS (SELECT e, 0 FROM place WHERE outer IS NULL
	UNION ALL SELECT p.e, level + 1 FROM l JOIN place p ON p.outer = l.e) SELECT * FROM l;
CREATE TEMP TABLE proj AS SELECT coalesce((SELECT n.name FROM named n WHERE n.type = 75 AND n.process = v.process AND n.domain = v.domain), 'domain#' || v.domain, '') || ':' || v.name
	AS name, CASE WHEN v.args ->> 'range_id' IS NULL THEN 'PushPop' ELSE 'StartEnd' END AS style, w.last - w.first AS dur, v.span AS cpu, w.ops, l.level,
	(SELECT count(*) FROM place p WHERE p.outer = w.e) AS children FROM whole w JOIN event v USING (e) JOIN level l USING (e);
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
