#!/bin/sh
# SPDX-License-Identifier: MIT
# The figures of public scripts that read exports of nsys, by their formulas in SQL, and by nst-sum.
# - Work launched from a range, as parse.py of TensorRT-LLM's layer_wise_benchmarks has it: Overlap,
#   Space and Total are total - busy, idle, and busy + idle here.
# - Communication that computation hides: of each kernel (JAX-Toolbox's nsys_jax, where it is hidden
#   and unhidden time), and of the union of a range's kernels, as scripts for training take it.
# The time of each kernel that is not overlapped, of vLLM's gputrc2graph.py, is in intervals.t.
. tests/tap.sh

command -v sqlite3 >/dev/null || skipall 'sqlite3 is not installed'
command -v jq >/dev/null || skipall 'jq is not installed'

# ops LIKE: tables of GPU operations, and of those launched from ranges whose names are like LIKE.
ops() {
	names="$(sqlite3 -readonly "$file" "SELECT group_concat(name) FROM sqlite_master WHERE type = 'table'")"
	echo 'CREATE TEMP TABLE ops AS'
	echo "SELECT k.start, k.end, k.deviceId AS device, k.globalPid / 0x1000000 AS pid, k.correlationId AS id, s.value AS name,"
	echo "CASE WHEN s.value LIKE 'nccl%' THEN 'communication' ELSE 'compute' END AS work"
	echo 'FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.shortName'
	echo "UNION ALL SELECT start, end, deviceId, globalPid / 0x1000000, correlationId, 'copy', CASE copyKind WHEN 10 THEN 'communication' ELSE 'copy' END FROM CUPTI_ACTIVITY_KIND_MEMCPY"
	case $names in *KIND_MEMSET*) echo "UNION ALL SELECT start, end, deviceId, globalPid / 0x1000000, correlationId, 'set', 'copy' FROM CUPTI_ACTIVITY_KIND_MEMSET" ;; esac
	case $names in *KIND_GRAPH_TRACE*) echo "UNION ALL SELECT start, end, deviceId, globalPid / 0x1000000, correlationId, 'graph', 'compute' FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE" ;; esac
	cat <<END
;
CREATE TEMP TABLE calls AS SELECT correlationId AS id, globalTid AS tid, globalTid / 0x1000000 AS pid, max(start) AS start, min(end) AS end
	FROM CUPTI_ACTIVITY_KIND_RUNTIME GROUP BY 1, 2;
CREATE INDEX temp.callid ON calls(id, pid);
CREATE TEMP TABLE ranges AS SELECT coalesce(n.text, s.value) AS name, n.globalTid AS tid, n.start, n.end
	FROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId
	WHERE n.eventType = 59 AND n.end IS NOT NULL AND coalesce(n.text, s.value) LIKE '$1';
CREATE INDEX temp.rangetid ON ranges(tid, start);
CREATE TEMP TABLE ranged AS SELECT r.name AS range, o.* FROM ops o JOIN calls c ON c.id = o.id AND c.pid = o.pid
	JOIN ranges r ON r.tid = c.tid AND r.start <= c.start AND r.end >= c.end;
-- Islands: times in which some operation of a table ran.
CREATE TEMP TABLE computing AS WITH a AS (
	SELECT device, start, end, max(end) OVER (PARTITION BY device ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
	FROM ops WHERE work = 'compute'
), b AS (SELECT *, sum(before IS NULL OR start > before) OVER (PARTITION BY device ORDER BY start, end ROWS UNBOUNDED PRECEDING) AS island FROM a)
	SELECT device, min(start) AS start, max(end) AS end FROM b GROUP BY device, island;
CREATE INDEX temp.computed ON computing(device, start);
CREATE TEMP TABLE communicating AS WITH a AS (
	SELECT range, device, start, end, max(end) OVER (PARTITION BY range, device ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS before
	FROM ranged WHERE work = 'communication'
), b AS (SELECT *, sum(before IS NULL OR start > before) OVER (PARTITION BY range, device ORDER BY start, end ROWS UNBOUNDED PRECEDING) AS island FROM a)
	SELECT range, device, min(start) AS start, max(end) AS end FROM b GROUP BY range, device, island;
END
}

# check NAME LIKE REGEX: LIKE and REGEX choose the same ranges, none inside another of them.
check() {
	file=$(profile "$1") || { skip "no $1 in PROFILES"; return; }
	nst-dump "$file" 2>/dev/null | nst-link 2>/dev/null >"$tmp/p"
	ops "$2" >"$tmp/ops.sql"
	{
		cat "$tmp/ops.sql"
		cat <<'END'
-- The loop of parse.py: last_end is the latest end of all operations before.
WITH loop AS (
	SELECT range, device, start, end, max(end) OVER (PARTITION BY range, device ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS last
	FROM ranged
)
SELECT range || '|' || device || '|' || sum(CASE WHEN start <= last THEN min(last, end) - start ELSE 0 END) || '|' ||
	sum(CASE WHEN start > last THEN start - last ELSE 0 END) || '|' ||
	(sum(end - start) - sum(CASE WHEN start <= last THEN min(last, end) - start ELSE 0 END) + sum(CASE WHEN start > last THEN start - last ELSE 0 END))
FROM loop GROUP BY range, device;
END
	} | sqlite3 -readonly "$file" | sort >"$tmp/want"
	nst-sum --names raw --by "nvtx:$3,device" --columns total,busy,idle --json "$tmp/p" 2>/dev/null |
		jq -r 'select(.nvtx != null and .device != null) | "\(.nvtx)|\(.device)|\(.total - .busy)|\(.idle)|\(.busy + .idle)"' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: Overlap, Space and Total of TensorRT-LLM"
	ok "$1: there are ranges" test -s "$tmp/want"

	{
		cat "$tmp/ops.sql"
		cat <<'END'
SELECT m.range || '|' || m.device || '|' || (SELECT sum(i.end - i.start) FROM communicating i WHERE i.range = m.range AND i.device = m.device) || '|' ||
	coalesce(sum(min(m.end, c.end) - max(m.start, c.start)), 0)
FROM communicating m LEFT JOIN computing c ON c.device = m.device AND c.start < m.end AND c.end > m.start
GROUP BY m.range, m.device;
END
	} | sqlite3 -readonly "$file" | sort >"$tmp/want"
	nst-sum --names raw --by "nvtx:$3,device,work" --columns busy,overlap:compute --json "$tmp/p" 2>/dev/null |
		jq -r 'select(.nvtx != null and .work == "communication") | "\(.nvtx)|\(.device)|\(.busy)|\(.["overlap:compute"])"' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: communication of a range and its overlap with computation"
	[ -z "$4" ] || ok "$1: some range communicates" test -s "$tmp/want"

	{
		cat "$tmp/ops.sql"
		cat <<'END'
SELECT o.device || '|' || o.name || '|' || sum(o.end - o.start) || '|' || sum(coalesce((
	SELECT sum(min(o.end, c.end) - max(o.start, c.start)) FROM computing c WHERE c.device = o.device AND c.start < o.end AND c.end > o.start), 0))
FROM ops o WHERE o.name LIKE 'nccl%' GROUP BY o.device, o.name;
END
	} | sqlite3 -readonly "$file" | sort >"$tmp/want"
	nst-sum --names raw --by type,device,name --columns total,busy,overlap:compute --json "$tmp/p" 2>/dev/null |
		jq -r 'select(.type == "kernel" and (.name | startswith("nccl"))) | if .total != .busy then error("kernels of one name overlap") else "\(.device)|\(.name)|\(.total)|\(.["overlap:compute"])" end' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: hidden time of each collective"
}
check sample 'Step %' '^Step ' ''
check sample 'Layer % backward' '^Layer \d+ backward' yes
check pytorch-nccl-2gpu-3.25.0 'FlashAttnFunc,%' '^FlashAttnFunc' ''
check pytorch-nccl-2gpu-3.25.0 'nccl:%' '^nccl:' yes

finish
