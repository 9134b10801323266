-- SPDX-License-Identifier: MIT
-- What the reports of nst-sum must say of a linked stream, by queries over the stream. Reads the tables "line" (text: a line of the stream) and "got" (kind: the report,
-- line: an object of --json). Writes what differs, and how many rows did not. Decimals are compared as the whole number of their last place.

CREATE TEMP TABLE ev AS SELECT rowid AS e, line ->> 'type' AS type, line ->> 'name' AS name, line ->> 'ts' AS ts, line ->> 'dur' AS dur, (line ->> 'ts') + (line ->> 'dur') AS end,
	line ->> 'pid' AS pid, line ->> 'tid' AS tid, line ->> 'endtid' AS endtid, line ->> 'device' AS device, line ->> 'context' AS context, line ->> 'stream' AS stream,
	line ->> 'corr' AS corr, coalesce(line ->> 'domain', '') || ':' || coalesce(line ->> 'name', '') AS range, line -> 'args' AS args, line -> 'nvtx' AS nvtx,
	line ->> '$.launch.ts' AS cts, line ->> '$.launch.dur' AS cdur, line ->> '$.launch.tid' AS ctid, line ->> '$.launch.name' AS cname, line ->> 'open' AS open
	FROM (SELECT rowid, text AS line FROM line) WHERE line ->> 'type' NOT IN ('stream', 'end', 'meta');
CREATE TEMP TABLE meta AS SELECT line ->> 'name' AS what, line ->> 'pid' AS pid, line ->> 'tid' AS tid, line ->> 'device' AS device, line ->> '$.args.name' AS name
	FROM (SELECT text AS line FROM line) WHERE line ->> 'type' = 'meta';
CREATE INDEX temp.metaname ON meta(what, pid, tid, device);
CREATE TEMP TABLE wanted(kind, row);
CREATE TEMP TABLE said(kind, row);

-- Names without a version of four digits; names of copies in brackets.
CREATE TEMP VIEW named AS SELECT *, CASE WHEN type = 'cuda-api' AND name GLOB '?*_v[0-9][0-9][0-9][0-9]' THEN substr(name, 1, length(name) - 6)
	WHEN type IN ('memcpy', 'memset') THEN '[CUDA m' || substr(name, 2) || ']' ELSE name END AS called,
	CASE WHEN cname GLOB '?*_v[0-9][0-9][0-9][0-9]' THEN substr(cname, 1, length(cname) - 6) ELSE cname END AS caller,
	printf('%4d %4d %4d', args ->> '$.grid[0]', args ->> '$.grid[1]', args ->> '$.grid[2]') AS grid,
	printf('%4d %4d %4d', args ->> '$.block[0]', args ->> '$.block[1]', args ->> '$.block[2]') AS block FROM ev;

-- Sums: count, total, least, most and the texts.
CREATE TEMP TABLE sum AS SELECT 'cuda_gpu_sum' AS report, CASE type WHEN 'kernel' THEN 'CUDA_KERNEL' ELSE 'MEMORY_OPER' END AS a, NULL AS b, called AS c, dur FROM named
	WHERE type IN ('kernel', 'memcpy', 'memset')
UNION ALL SELECT 'cuda_api_gpu_sum', CASE type WHEN 'kernel' THEN 'CUDA_KERNEL' WHEN 'cuda-api' THEN 'CUDA_API' ELSE 'MEMORY_OPER' END, NULL, called, dur FROM named
	WHERE type IN ('kernel', 'memcpy', 'memset', 'cuda-api')
UNION ALL SELECT 'cuda_gpu_kern_gb_sum', grid, block, name, dur FROM named WHERE type = 'kernel'
UNION ALL SELECT 'nvtx_pushpop_sum', NULL, NULL, range, dur FROM ev WHERE type = 'nvtx' AND args ->> 'range_id' IS NULL
UNION ALL SELECT 'nvtx_startend_sum', NULL, NULL, range, dur FROM ev WHERE type = 'nvtx' AND args ->> 'range_id' NOT NULL
UNION ALL SELECT 'mpi_event_sum', CASE WHEN args ->> 'peer' NOT NULL THEN 'p2p' WHEN args ->> 'communicator' NOT NULL THEN 'coll' WHEN args ->> 'request' NOT NULL THEN 'start_wait'
	ELSE 'other' END, NULL, name, dur FROM ev WHERE type = 'mpi'
UNION ALL SELECT 'mpi_msg_size_sum', CASE WHEN args ->> 'peer' NOT NULL THEN 'p2p' ELSE 'coll_send' END, NULL, name, args ->> 'bytes' FROM ev WHERE type = 'mpi'
UNION ALL SELECT 'mpi_msg_size_sum', 'coll_recv', NULL, name, args ->> 'bytes_received' FROM ev WHERE type = 'mpi';
INSERT INTO wanted SELECT report, json_array(a, b, c, count(*), sum(dur), min(dur), max(dur), CAST(round(avg(dur) * 10) AS INTEGER)) FROM sum WHERE dur NOT NULL
	AND report IN (SELECT kind FROM got) GROUP BY report, a, b, c;
INSERT INTO said SELECT kind, json_array(coalesce(line ->> 'Category', line ->> 'GridXYZ', line ->> 'Source'), line ->> 'BlockXYZ',
	coalesce(line ->> 'Name', line ->> 'Operation', line ->> 'Range'), line ->> 'Instances', coalesce(line ->> 'Total Time (ns)', line ->> 'Total Message Volume'),
	coalesce(line ->> 'Min (ns)', line ->> 'Min'), coalesce(line ->> 'Max (ns)', line ->> 'Max'),
	CAST(round(coalesce(line ->> 'Avg (ns)', line ->> 'Avg') * 10) AS INTEGER)) FROM got WHERE kind IN (SELECT report FROM sum);

-- Traces of GPUs, calls and launches.
INSERT INTO wanted SELECT 'cuda_gpu_trace', json_array(ts, dur, corr, args ->> '$.grid[0]', args ->> '$.grid[1]', args ->> '$.grid[2]', args ->> '$.block[0]',
	args ->> '$.block[1]', args ->> '$.block[2]', args ->> 'registers', CAST(round((args ->> 'shared_static') / 1000.0) AS INTEGER),
	CAST(round((args ->> 'shared_dynamic') / 1000.0) AS INTEGER), CAST(round((args ->> 'bytes') / 1000.0) AS INTEGER),
	CAST(round((args ->> 'bytes') * (1000000000 / nullif(dur, 0)) / 1000.0) AS INTEGER),
	CASE type WHEN 'memset' THEN args ->> 'kind' ELSE args ->> 'src_kind' END, args ->> 'dst_kind',
	coalesce((SELECT m.name || ' ' FROM meta m WHERE what = 'device' AND m.pid = n.pid AND m.device = n.device), '') || '(' || device || ')',
	context, args ->> 'green_context', stream, called) FROM named n WHERE type IN ('kernel', 'memcpy', 'memset');
INSERT INTO said SELECT kind, json_array(line ->> 'Start (ns)', line ->> 'Duration (ns)', nullif(line ->> 'CorrId', ''), nullif(line ->> 'GrdX', ''), nullif(line ->> 'GrdY', ''),
	nullif(line ->> 'GrdZ', ''), nullif(line ->> 'BlkX', ''), nullif(line ->> 'BlkY', ''), nullif(line ->> 'BlkZ', ''), nullif(line ->> 'Reg/Trd', ''),
	CAST(round(nullif(line ->> 'StcSMem (MB)', '') * 1000) AS INTEGER), CAST(round(nullif(line ->> 'DymSMem (MB)', '') * 1000) AS INTEGER),
	CAST(round(nullif(line ->> 'Bytes (MB)', '') * 1000) AS INTEGER), CAST(round(nullif(line ->> 'Throughput (MB/s)', '') * 1000) AS INTEGER), nullif(line ->> 'SrcMemKd', ''),
	nullif(line ->> 'DstMemKd', ''), line ->> 'Device', line ->> 'Ctx', nullif(line ->> 'GreenCtx', ''), line ->> 'Strm', line ->> 'Name') FROM got WHERE kind = 'cuda_gpu_trace';
INSERT INTO wanted SELECT 'cuda_api_trace', json_array(ts, dur, called, coalesce(args ->> 'return', 0), corr, pid, tid,
	(SELECT m.name FROM meta m WHERE what = 'thread' AND m.pid = n.pid AND m.tid = n.tid)) FROM named n WHERE type = 'cuda-api';
INSERT INTO said SELECT kind, json_array(line ->> 'Start (ns)', line ->> 'Duration (ns)', line ->> 'Name', line ->> 'Result', nullif(line ->> 'CorrID', ''), line ->> 'Pid',
	line ->> 'Tid', nullif(line ->> 'Thread Name', '')) FROM got WHERE kind = 'cuda_api_trace';
CREATE TEMP TABLE shot AS SELECT *, cts + cdur AS cend, CASE WHEN ts >= cts + cdur THEN ts - cts - cdur END AS queued, max(end, cts + cdur) - cts AS whole FROM named
	WHERE type = 'kernel' AND cts NOT NULL;
INSERT INTO wanted SELECT 'cuda_kern_exec_trace', json_array(cts, cdur, CASE WHEN queued NOT NULL THEN cend END, queued, ts, dur, whole, pid, ctid, device, caller, grid, block, name)
	FROM shot;
INSERT INTO said SELECT kind, json_array(line ->> 'API Start (ns)', line ->> 'API Dur (ns)', nullif(line ->> 'Queue Start (ns)', ''), nullif(line ->> 'Queue Dur (ns)', ''),
	line ->> 'Kernel Start (ns)', line ->> 'Kernel Dur (ns)', line ->> 'Total Dur (ns)', line ->> 'PID', line ->> 'TID', line ->> 'DevId', line ->> 'API Function', line ->> 'GridXYZ',
	line ->> 'BlockXYZ', line ->> 'Kernel Name') FROM got WHERE kind = 'cuda_kern_exec_trace';
INSERT INTO wanted SELECT 'cuda_kern_exec_sum', json_array(pid, ctid, device, count(*), count(queued), CAST(round(avg(whole) * 10) AS INTEGER), min(whole), max(whole),
	CAST(round(avg(cdur) * 10) AS INTEGER), min(cdur), max(cdur), CAST(round(avg(queued) * 10) AS INTEGER), min(queued), max(queued), CAST(round(avg(dur) * 10) AS INTEGER),
	min(dur), max(dur), caller, name) FROM shot GROUP BY pid, ctid, device, caller, name;
INSERT INTO said SELECT kind, json_array(line ->> 'PID', line ->> 'TID', line ->> 'DevId', line ->> 'Count', line ->> 'QCount', CAST(round((line ->> 'TAvg (ns)') * 10) AS INTEGER),
	line ->> 'TMin (ns)', line ->> 'TMax (ns)', CAST(round((line ->> 'AAvg (ns)') * 10) AS INTEGER), line ->> 'AMin (ns)', line ->> 'AMax (ns)',
	CAST(round(nullif(line ->> 'QAvg (ns)', '') * 10) AS INTEGER), nullif(line ->> 'QMin (ns)', ''), nullif(line ->> 'QMax (ns)', ''),
	CAST(round((line ->> 'KAvg (ns)') * 10) AS INTEGER), line ->> 'KMin (ns)', line ->> 'KMax (ns)', line ->> 'API Name', line ->> 'Kernel Name') FROM got WHERE kind = 'cuda_kern_exec_sum';

-- Ranges in each other: the one right around a range is the latest before it on its thread that ends no earlier; "before" is when the last of these ends.
CREATE TEMP TABLE pushed AS SELECT *, max(end) OVER (PARTITION BY pid, tid ORDER BY n ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
	FROM (SELECT row_number() OVER (ORDER BY pid, tid, ts, dur DESC, e) AS n, * FROM ev WHERE type = 'nvtx' AND dur NOT NULL AND args ->> 'range_id' IS NULL);
CREATE INDEX temp.pushedthread ON pushed(pid, tid, n);
CREATE INDEX temp.pushedn ON pushed(n);
CREATE TEMP TABLE around AS SELECT w.n, CASE WHEN before >= end THEN
	(SELECT o.n FROM pushed o WHERE o.pid = w.pid AND o.tid = w.tid AND o.n < w.n AND o.end >= w.end ORDER BY o.n DESC LIMIT 1) END AS outer FROM pushed w;
CREATE INDEX temp.aroundouter ON around(outer);
CREATE INDEX temp.aroundn ON around(n);
CREATE TEMP TABLE level AS WITH RECURSIVE l(n, level) AS (SELECT n, 0 FROM around WHERE outer IS NULL
	UNION ALL SELECT p.n, level + 1 FROM l JOIN around p ON p.outer = l.n) SELECT * FROM l;
CREATE INDEX temp.leveln ON level(n);
CREATE TEMP TABLE child AS SELECT a.outer AS n, sum(c.dur) AS inner, count(*) AS children FROM around a JOIN pushed c USING (n) WHERE outer NOT NULL GROUP BY outer;
CREATE INDEX temp.childn ON child(n);
CREATE TEMP TABLE stacked AS SELECT p.*, l.level, a.outer, row_number() OVER (ORDER BY ts, level, e) AS id, coalesce(c.inner, 0) AS inner, coalesce(c.children, 0) AS children
	FROM pushed p JOIN around a USING (n) JOIN level l USING (n) LEFT JOIN child c USING (n);
CREATE INDEX temp.stackedn ON stacked(n);
CREATE TEMP TABLE path AS WITH RECURSIVE p(n, path) AS (SELECT n, ':' || id FROM stacked WHERE outer IS NULL
	UNION ALL SELECT s.n, p.path || ':' || s.id FROM p JOIN around a ON a.outer = p.n JOIN stacked s ON s.n = a.n) SELECT * FROM p;
CREATE INDEX temp.pathn ON path(n);
INSERT INTO wanted SELECT 'nvtx_pushpop_trace', json_array(ts, end, dur, inner, dur - inner, range, pid, tid, level, children, id,
	(SELECT o.id FROM stacked o WHERE o.n = s.outer), path, replace(printf('%.*c', level, '-'), '-', '--') || range) FROM stacked s JOIN path USING (n) WHERE level > 0
	UNION ALL SELECT 'nvtx_pushpop_trace', json_array(ts, end, dur, inner, dur - inner, range, pid, tid, level, children, id, NULL, path, range) FROM stacked s JOIN path USING (n)
	WHERE level = 0;
INSERT INTO said SELECT kind, json_array(line ->> 'Start (ns)', line ->> 'End (ns)', line ->> 'Duration (ns)', line ->> 'DurChild (ns)', line ->> 'DurNonChild (ns)', line ->> 'Name',
	line ->> 'PID', line ->> 'TID', line ->> 'Lvl', line ->> 'NumChild', line ->> 'RangeId', nullif(line ->> 'ParentId', ''), line ->> 'RangeStack', line ->> 'NameTree') FROM got
	WHERE kind = 'nvtx_pushpop_trace';

-- Ranges on GPUs, over all devices; and what is inside of none.
CREATE TEMP TABLE whole AS SELECT row_number() OVER (ORDER BY pid, tid, args ->> '$.range.ts', (args ->> '$.range.dur') DESC, min(e)) AS n, pid, tid, range, args ->> '$.range.ts' AS ts,
	args ->> '$.range.dur' AS dur, (args ->> '$.range.ts') + (args ->> '$.range.dur') AS end, min(ts) AS first, max(end) AS last, sum(args ->> 'count') AS ops
	FROM ev WHERE type = 'nvtx-kernel' AND args ->> '$.range.open' IS NULL GROUP BY pid, tid, args ->> '$.range.ts', args ->> '$.range.dur', range;
CREATE INDEX temp.wholethread ON whole(pid, tid, n);
CREATE TEMP TABLE wrap AS SELECT w.n, (SELECT o.n FROM whole o WHERE o.pid = w.pid AND o.tid = w.tid AND o.n < w.n AND o.end >= w.end ORDER BY o.n DESC LIMIT 1) AS outer FROM whole w;
CREATE INDEX temp.wrapouter ON wrap(outer);
CREATE TEMP TABLE depth AS WITH RECURSIVE l(n, level) AS (SELECT n, 0 FROM wrap WHERE outer IS NULL
	UNION ALL SELECT p.n, level + 1 FROM l JOIN wrap p ON p.outer = l.n) SELECT * FROM l;
CREATE INDEX temp.rangets ON ev(type, ts, dur);
INSERT INTO wanted SELECT 'nvtx_gpu_proj_trace', json_array(range, first, last - first, ts, dur, CASE WHEN (SELECT args ->> 'range_id' FROM ev v WHERE v.type = 'nvtx' AND v.ts = w.ts
	AND v.dur = w.dur AND v.pid = w.pid AND v.tid = w.tid AND v.range = w.range) IS NULL THEN 'PushPop' ELSE 'StartEnd' END, pid, tid, ops, level,
	(SELECT count(*) FROM wrap i WHERE i.outer = w.n)) FROM whole w JOIN depth USING (n);
INSERT INTO wanted SELECT 'nvtx_gpu_proj_trace', json_array(NULL, min(ts), max(end) - min(ts), NULL, NULL, NULL, pid, ctid, count(*), NULL, 0) FROM ev
	WHERE type IN ('kernel', 'memcpy', 'memset', 'graph') AND ctid NOT NULL AND nvtx IS NULL GROUP BY pid, ctid HAVING EXISTS (SELECT 1 FROM got WHERE kind = 'nvtx_gpu_proj_trace');
INSERT INTO said SELECT kind, json_array(nullif(line ->> 'Name', ''), line ->> 'Projected Start (ns)', line ->> 'Projected Duration (ns)', nullif(line ->> 'Orig Start (ns)', ''),
	nullif(line ->> 'Orig Duration (ns)', ''), nullif(line ->> 'Style', ''), line ->> 'PID', line ->> 'TID', line ->> 'NumGPUOps', nullif(line ->> 'Lvl', ''), line ->> 'NumChild')
	FROM got WHERE kind = 'nvtx_gpu_proj_trace';

-- Kernels count for each range around their launches.
CREATE TEMP TABLE closed AS SELECT e, pid, tid, ts, end, range, CASE WHEN args ->> 'range_id' IS NULL THEN 'PushPop' ELSE 'StartEnd' END AS style FROM ev
	WHERE type = 'nvtx' AND dur NOT NULL AND endtid IS NULL;
CREATE INDEX temp.closedthread ON closed(tid, pid, ts, end);
INSERT INTO wanted SELECT 'nvtx_kern_sum', json_array(r.range, style, r.pid, r.tid, count(DISTINCT r.e), count(*), sum(s.dur), min(s.dur), max(s.dur), s.name)
	FROM shot s JOIN closed r ON r.pid = s.pid AND r.tid = s.ctid AND r.ts <= s.cts AND r.end >= s.cend GROUP BY r.range, style, r.pid, r.tid, s.name;
INSERT INTO said SELECT kind, json_array(line ->> 'NVTX Range', line ->> 'Style', line ->> 'PID', line ->> 'TID', line ->> 'NVTX Inst', line ->> 'Kern Inst', line ->> 'Total Time (ns)',
	line ->> 'Min (ns)', line ->> 'Max (ns)', line ->> 'Kernel Name') FROM got WHERE kind = 'nvtx_kern_sum';

-- Unified memory.
CREATE TEMP TABLE moved AS SELECT args ->> 'address' AS address, CASE WHEN name LIKE '%Host-to-Device' THEN args ->> 'bytes' ELSE 0 END AS todevice,
	CASE WHEN name LIKE '%Device-to-Host' THEN args ->> 'bytes' ELSE 0 END AS tohost, dur FROM ev WHERE type = 'memcpy' AND name LIKE 'Memcpy Unified %';
INSERT INTO wanted SELECT 'um_sum:rows=100000', json_array(printf('0x%X', address), CAST(round(sum(todevice) / 1000.0) AS INTEGER), CAST(round(sum(tohost) / 1000.0) AS INTEGER), 0, 0,
	CAST(round(sum(todevice + tohost) * 1000000.0 / sum(dur)) AS INTEGER)) FROM moved GROUP BY address;
INSERT INTO said SELECT kind, json_array(line ->> 'Virtual Address', CAST(round((line ->> 'HtoD Migration Size (MB)') * 1000) AS INTEGER),
	CAST(round((line ->> 'DtoH Migration Size (MB)') * 1000) AS INTEGER), line ->> 'CPU Page Faults', line ->> 'GPU Page Faults',
	CAST(round((line ->> 'Migration Throughput (MB/s)') * 1000) AS INTEGER)) FROM got WHERE kind = 'um_sum:rows=100000';
INSERT INTO wanted SELECT 'um_total_sum', json_array(CAST(round(sum(todevice) / 1000.0) AS INTEGER), CAST(round(sum(tohost) / 1000.0) AS INTEGER), 0, 0, printf('0x%X', min(address)),
	printf('0x%X', max(address))) FROM moved HAVING count(*) > 0;
INSERT INTO said SELECT kind, json_array(CAST(round((line ->> 'Total HtoD Migration Size (MB)') * 1000) AS INTEGER), CAST(round((line ->> 'Total DtoH Migration Size (MB)') * 1000)
	AS INTEGER), line ->> 'Total CPU Page Faults', line ->> 'Total GPU PageFaults', line ->> 'Minimum Virtual Address', line ->> 'Maximum Virtual Address') FROM got
	WHERE kind = 'um_total_sum';

-- Rules that list events.
INSERT INTO wanted SELECT 'cuda_api_sync:rows=100000', json_array(dur, ts, pid, tid, name) FROM ev WHERE type = 'cuda-api' AND (name GLOB 'cudaDeviceSynchronize*'
	OR name GLOB 'cudaStreamSynchronize*' OR name GLOB 'cuCtxSynchronize*' OR name GLOB 'cuStreamSynchronize*');
INSERT INTO said SELECT kind, json_array(line ->> 'Duration (ns)', line ->> 'Start (ns)', line ->> 'PID', line ->> 'TID', line ->> 'API Name') FROM got
	WHERE kind = 'cuda_api_sync:rows=100000';
CREATE TEMP TABLE copied AS SELECT CASE WHEN type = 'memset' THEN 'cuda_memset_sync:rows=100000' WHEN cname LIKE '%async%' THEN 'cuda_memcpy_async:rows=100000'
	ELSE 'cuda_memcpy_sync:rows=100000' END AS kind, * FROM ev WHERE type IN ('memcpy', 'memset') AND cname NOT NULL;
INSERT INTO wanted SELECT kind, json_array(dur, ts, coalesce(args ->> 'src_kind', args ->> 'kind'), args ->> 'dst_kind', CAST(round((args ->> 'bytes') / 1000.0) AS INTEGER), pid, device,
	context, args ->> 'green_context', stream, cname) FROM copied WHERE CASE WHEN type = 'memset' THEN cname NOT LIKE '%async%' AND args ->> 'kind' IN ('Pinned', 'Managed', 'Managed Static')
	WHEN cname LIKE '%async%' THEN 'Pageable' IN (args ->> 'src_kind', args ->> 'dst_kind') ELSE name <> 'Memcpy Host-to-Device' OR (args ->> 'bytes') > 65536 END;
INSERT INTO said SELECT kind, json_array(line ->> 'Duration (ns)', line ->> 'Start (ns)', coalesce(line ->> 'Src Kind', line ->> 'Memory Kind'), line ->> 'Dst Kind',
	CAST(round((line ->> 'Bytes (MB)') * 1000) AS INTEGER), line ->> 'PID', line ->> 'Device ID', line ->> 'Context ID', nullif(line ->> 'Green Context ID', ''), line ->> 'Stream ID',
	line ->> 'API Name') FROM got WHERE kind LIKE 'cuda_mem%';

.mode list
SELECT 'missing ' || kind || ' ' || row FROM (SELECT kind, row, count(*) FROM wanted GROUP BY kind, row EXCEPT SELECT kind, row, count(*) FROM said GROUP BY kind, row) LIMIT 5;
SELECT 'wrong ' || kind || ' ' || row FROM (SELECT kind, row, count(*) FROM said GROUP BY kind, row EXCEPT SELECT kind, row, count(*) FROM wanted GROUP BY kind, row) LIMIT 5;
SELECT 'rows ' || (SELECT count(*) FROM wanted) || ' ' || (SELECT count(*) FROM said);
