-- SPDX-License-Identifier: MIT
-- What the rules gpu_gaps and gpu_time_util must find, after NVIDIA's guide: for each GPU of a
-- process, from the start of its first work to the end of its last. Overhead of the profiler counts
-- as work of all GPUs of its process. Table op has the events: pid, device, context, work (0 or 1),
-- a and b, the times (ns) from which and up to which they last. Table ask has the options.
CREATE TABLE place AS SELECT pid, device, min(a) a, max(b) b,
	CASE WHEN count(DISTINCT ifnull(context, -1)) = 1 THEN max(context) END context
	FROM op WHERE work GROUP BY 1, 2;
CREATE TABLE busy AS SELECT place.pid, place.device, op.a, op.b FROM place JOIN op
	ON op.pid = place.pid AND (NOT work OR op.device = place.device);
CREATE INDEX bybusy ON busy(pid, device, a, b);

-- A gap begins where work ends and no other work goes on; it ends where the next work begins.
CREATE TABLE gap AS SELECT pid, device, context, a, b FROM (
	SELECT DISTINCT p.pid, p.device, p.context, x.b a, (SELECT min(y.a) FROM busy y
		WHERE y.pid = p.pid AND y.device = p.device AND y.a > x.b) b
	FROM place p JOIN busy x USING (pid, device)
	WHERE x.b >= p.a AND x.b < p.b AND NOT EXISTS (SELECT 1 FROM busy y
		WHERE y.pid = p.pid AND y.device = p.device AND y.a <= x.b AND y.b > x.b)), ask
	WHERE b - a > ask.gap;
SELECT 'gpu_gaps', row_number() OVER (ORDER BY b - a DESC, pid, device, a), '', b - a, a, pid,
	device, ifnull(context, '') FROM gap ORDER BY 2;

-- Equal chunks; overlapping work counts more than once. Neighbours of little use are one row.
CREATE TABLE chunk AS
	WITH RECURSIVE size AS (SELECT place.*, (b - a + chunks - 1) / chunks length FROM place, ask),
	part(pid, device, context, length, till, i, a) AS (
		SELECT pid, device, context, length, b, 0, a FROM size WHERE length > 0
		UNION ALL SELECT pid, device, context, length, till, i + 1, a + length FROM part
		WHERE a + length < till)
	SELECT part.*, (SELECT total(max(0, min(y.b, part.a + length, till) - max(y.a, part.a)))
		FROM busy y WHERE y.pid = part.pid AND y.device = part.device) worked FROM part;
CREATE TABLE region AS SELECT pid, device, context, min(a) a, sum(length) length, sum(worked) worked
	FROM (SELECT *, i - row_number() OVER (PARTITION BY pid, device ORDER BY i) island
		FROM chunk, ask WHERE worked * 100 < length * threshold)
	GROUP BY pid, device, island;
SELECT 'gpu_time_util', row_number() OVER (ORDER BY worked / length, length DESC, pid, device, a),
	printf('%.1f', round(worked * 100 / length, 1)), length, a, pid, device, ifnull(context, '')
	FROM region ORDER BY 2;
