-- SPDX-License-Identifier: MIT
-- What nst-sum must say of a window of a linked stream, by queries over the stream. Reads the tables "line" (text: a line of the stream), "win" (f, t: the window, ns)
-- and "got" (kind: name, work, none; line: an object of --json). Writes what differs, and how many rows did not.

CREATE TEMP TABLE ev AS SELECT rowid AS e, line ->> 'type' AS type, line ->> 'name' AS name, line ->> 'ts' AS ts, line ->> 'dur' AS dur, (line ->> 'ts') + (line ->> 'dur') AS end,
	line ->> 'pid' AS pid, line ->> 'tid' AS tid, line ->> 'endtid' AS endtid, line ->> 'device' AS device, line -> 'args' AS args, line -> 'launch' AS launch
	FROM (SELECT rowid, text AS line FROM line) WHERE line ->> 'dur' NOT NULL AND line ->> 'type' NOT IN ('stream', 'end', 'meta', 'call-kernel');
-- The part of an event in the window: a number that it came with counts by that part, so that those of windows side by side add up.
CREATE TEMP TABLE inside AS SELECT ev.*, max(ts, f) AS begin, min(end, t) AS stop, max(f - ts, 0) AS past, min(t - ts, dur) AS upto, min(end, t) - max(ts, f) AS part
	FROM ev, win WHERE ts < t AND (ts >= f OR end > f);
CREATE TEMP TABLE call AS SELECT launch ->> 'name' AS name, sum(ts >= f) AS launches, sum(ts >= f AND type IN ('kernel', 'graph')) AS kernels,
	sum(CASE WHEN type IN ('kernel', 'graph') THEN part ELSE 0 END) AS time, sum(CASE WHEN ts >= f THEN ts - (launch ->> 'ts') ELSE 0 END) AS latency
	FROM inside, win WHERE launch ->> 'name' NOT NULL GROUP BY launch ->> 'name';

CREATE TEMP TABLE closed AS SELECT * FROM inside WHERE type = 'nvtx';
CREATE INDEX temp.closedthread ON closed(pid, tid, begin);
CREATE TEMP TABLE hiding AS SELECT r.e, o.begin, min(o.stop, r.stop) AS stop, max(min(o.stop, r.stop)) OVER (PARTITION BY r.e ORDER BY o.e ROWS BETWEEN UNBOUNDED PRECEDING AND
	1 PRECEDING) AS before FROM closed r JOIN closed o ON o.pid = r.pid AND o.tid = r.tid AND o.begin BETWEEN r.begin AND r.stop AND o.e > r.e WHERE r.endtid IS NULL AND o.endtid IS NULL;
CREATE TEMP TABLE hidden AS SELECT e, sum(max(stop - max(begin, coalesce(before, begin)), 0)) AS time FROM hiding GROUP BY e;
CREATE INDEX temp.hiddene ON hidden(e);

CREATE TEMP TABLE wanted(row);
INSERT INTO wanted SELECT json_array('time', type, name, count(*), sum(part), min(part), max(part)) FROM inside GROUP BY type, name;
INSERT INTO wanted SELECT json_array('self', name, sum(part - coalesce((SELECT time FROM hidden h WHERE h.e = c.e), 0))) FROM closed c GROUP BY name;
INSERT INTO wanted SELECT json_array('bytes', type, name, sum(CASE WHEN upto - past = dur THEN args ->> 'bytes' ELSE (args ->> 'bytes') * upto / dur - (args ->> 'bytes') * past / dur END))
	FROM inside WHERE type IN ('memcpy', 'memset') AND args ->> 'bytes' NOT NULL GROUP BY type, name;
INSERT INTO wanted SELECT json_array('projected', name, sum(CASE WHEN upto - past = dur THEN args ->> 'count' ELSE (args ->> 'count') * upto / dur - (args ->> 'count') * past / dur END),
	sum(CASE WHEN upto - past = dur THEN args ->> 'sum' ELSE (args ->> 'sum') * upto / dur - (args ->> 'sum') * past / dur END),
	sum(CASE WHEN upto - past = dur THEN args ->> '$.range.dur' ELSE (args ->> '$.range.dur') * upto / dur - (args ->> '$.range.dur') * past / dur END))
	FROM inside WHERE type = 'nvtx-kernel' GROUP BY name;
INSERT INTO wanted SELECT json_array('launch', name, launches, kernels, time, CASE WHEN launches THEN round(latency * 1.0 / launches, 2) END) FROM call
	WHERE name IN (SELECT name FROM inside WHERE type = 'cuda-api');

CREATE TEMP TABLE span AS SELECT max(f, (SELECT min(text ->> 'ts') FROM line)) AS f, min(t, max((SELECT max(text ->> 'ts') FROM line), (SELECT max(end) FROM ev))) AS t FROM win;
CREATE TEMP TABLE busy AS SELECT device, sum(max(stop - max(begin, coalesce(before, begin)), 0)) AS time FROM (SELECT *, max(stop) OVER (PARTITION BY device ORDER BY begin, e
	ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before FROM inside WHERE type IN ('kernel', 'graph', 'memcpy', 'memset')) GROUP BY device;
INSERT INTO wanted SELECT json_array('gpu', device, time, t - f - time, round(100.0 * time / (t - f), 2)) FROM busy, span;
INSERT INTO wanted SELECT json_array('span', f, t, t - f) FROM span;

CREATE TEMP TABLE said AS SELECT json_array('time', line ->> 'type', line ->> 'name', line ->> 'count', line ->> 'total', line ->> 'min', line ->> 'max') AS row FROM got WHERE kind = 'name';
INSERT INTO said SELECT json_array('self', line ->> 'name', line ->> 'self') FROM got WHERE kind = 'name' AND line ->> 'self' NOT NULL;
INSERT INTO said SELECT json_array('bytes', line ->> 'type', line ->> 'name', line ->> 'bytes') FROM got WHERE kind = 'name' AND line ->> 'bytes' NOT NULL;
INSERT INTO said SELECT json_array('projected', line ->> 'name', line ->> 'kernels', line ->> 'kernel_time', line ->> 'range_time') FROM got
	WHERE kind = 'name' AND line ->> 'type' = 'nvtx-kernel';
INSERT INTO said SELECT json_array('launch', line ->> 'name', coalesce(line ->> 'launches', 0), line ->> 'kernels', line ->> 'kernel_time', round(line ->> 'latency', 2)) FROM got
	WHERE kind = 'name' AND line ->> 'type' = 'cuda-api' AND coalesce(line ->> 'launches', line ->> 'kernel_time') NOT NULL;
INSERT INTO said SELECT json_array('gpu', line ->> 'device', line ->> 'busy', (line ->> 'idle') + (line ->> 'before') + (line ->> 'after'), round(line ->> 'use', 2)) FROM got
	WHERE kind = 'none' AND line ->> 'busy' > 0;
INSERT INTO said SELECT json_array('span', line ->> 'from', line ->> 'to', line ->> 'span') FROM got WHERE kind = 'none' AND line ->> 'span' NOT NULL;

.mode list
SELECT 'missing ' || row FROM (SELECT row FROM wanted EXCEPT SELECT row FROM said) LIMIT 5;
SELECT 'wrong ' || row FROM (SELECT row FROM said EXCEPT SELECT row FROM wanted) LIMIT 5;
SELECT 'rows ' || (SELECT count(*) FROM wanted) || ' ' || (SELECT count(*) FROM said);
