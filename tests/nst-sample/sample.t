#!/bin/sh
# SPDX-License-Identifier: MIT
# The sample profile: the same every time, as nsys exports it, and with everything in it that it
# promises.
. tests/tap.sh

run nst-sample "$tmp/a.sqlite"
is "$status $(cat "$tmp/out" "$tmp/err")" '0 ' 'made in silence'
nst-sample "$tmp/b.sqlite"
same "$tmp/a.sqlite" "$tmp/b.sqlite" 'the same bytes again'
for one in a b; do
	sqlite3 "$tmp/$one.sqlite" .dump >"$tmp/$one.sql"
done
same "$tmp/a.sql" "$tmp/b.sql" 'the same rows again'
(cd "$tmp" && TZ=Asia/Tokyo LC_ALL=C.UTF-8 nst-sample c.sqlite)
same "$tmp/a.sqlite" "$tmp/c.sqlite" 'the same bytes elsewhere'

# ask QUERY: an answer about the sample, rows joined by blanks.
ask() {
	sqlite3 -readonly "$tmp/a.sqlite" "
		CREATE TEMP VIEW kernel AS SELECT rowid AS id, * FROM CUPTI_ACTIVITY_KIND_KERNEL;
		CREATE TEMP VIEW copy AS SELECT * FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE correlationId;
		CREATE TEMP VIEW api AS SELECT r.*, value AS name, globalTid & ~0xFFFFFF AS globalPid FROM CUPTI_ACTIVITY_KIND_RUNTIME r
			JOIN StringIds s ON s.id = nameId WHERE eventClass <> 67;
		CREATE TEMP VIEW range AS SELECT n.rowid AS id, n.*, coalesce(text, value) AS name FROM NVTX_EVENTS n
			LEFT JOIN StringIds s ON s.id = textId WHERE eventType IN (59, 60);
		CREATE TEMP VIEW gpu AS SELECT start, end, globalPid, deviceId, correlationId FROM CUPTI_ACTIVITY_KIND_KERNEL
			UNION ALL SELECT start, end, globalPid, deviceId, correlationId FROM copy
			UNION ALL SELECT start, end, globalPid, deviceId, correlationId FROM CUPTI_ACTIVITY_KIND_MEMSET
			UNION ALL SELECT start, end, globalPid, deviceId, correlationId FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
		$1" >"$tmp/answer" 2>&1 || echo 'sqlite3 failed' >>"$tmp/answer"
	paste -s -d ' ' "$tmp/answer"
}

# some QUERY DESCRIPTION: there are such rows.
some() {
	like "$(ask "SELECT count(*) FROM ($1)")" '^[1-9]' "$2"
}

# none QUERY DESCRIPTION: there are not.
none() {
	is "$(ask "$1")" '' "$2"
}

is "$(ask 'PRAGMA integrity_check')" ok 'the database is sound'
none "SELECT name FROM sqlite_schema WHERE type <> 'table'" 'tables only: no index, view or trigger'
is "$(ask "SELECT value FROM META_DATA_EXPORT WHERE name = 'EXPORT_SCHEMA_VERSION'")" 3.20.3 'the schema of nsys 2025'
real=$(profile three-calls-3.17.2)
if [ -e "$real" ]; then
	none "ATTACH '$real' AS real; SELECT t.name, c.name FROM main.sqlite_schema t JOIN real.sqlite_schema USING (name) JOIN pragma_table_info(t.name, 'main') c
		LEFT JOIN pragma_table_info(t.name, 'real') r ON r.name = c.name WHERE c.type IS NOT r.type OR c.\"notnull\" IS NOT r.\"notnull\"" \
		'columns as in an export of nsys 2025'
	none "ATTACH '$real' AS real; SELECT t.name, r.name FROM main.sqlite_schema t JOIN real.sqlite_schema USING (name) JOIN pragma_table_info(t.name, 'real') r
		LEFT JOIN pragma_table_info(t.name, 'main') c ON c.name = r.name WHERE c.name IS NULL" 'and all of them'
else
	skip "no three-calls-3.17.2 in $PROFILES" 'columns as in an export of nsys 2025'
fi

# Who and where.
is "$(ask 'SELECT count(DISTINCT globalPid) FROM kernel')" 2 'two processes'
is "$(ask 'SELECT count(DISTINCT deviceId) FROM kernel GROUP BY globalPid ORDER BY 1')" '1 2' 'one of them on two GPUs'
is "$(ask 'SELECT count(DISTINCT globalPid) FROM kernel GROUP BY deviceId ORDER BY 1')" '1 2' 'one of the GPUs shared by both'
some 'SELECT 1 FROM kernel a JOIN kernel b ON a.correlationId = b.correlationId AND a.globalPid < b.globalPid' 'correlation ids that both use'
none 'SELECT DISTINCT globalPid FROM kernel EXCEPT SELECT globalPid FROM PROCESSES' 'the processes have names'
none 'SELECT DISTINCT globalTid FROM range EXCEPT SELECT globalTid FROM ThreadNames' 'the threads with ranges have names'

# Ranges.
some "SELECT 1 FROM range layer JOIN range wide USING (globalTid) JOIN range small USING (globalTid) WHERE layer.name LIKE 'Layer %'
	AND wide.start < layer.start AND wide.end > layer.end AND small.start > layer.start AND small.end < layer.end" 'Layer ranges within others and around others'
none 'SELECT a.name, b.name FROM range a JOIN range b ON a.globalTid = b.globalTid AND a.domainId = b.domainId AND a.eventType = 59 AND b.eventType = 59
	WHERE a.start < b.start AND b.start < a.end AND a.end < b.end' 'push/pop ranges never cross'
is "$(ask 'SELECT count(DISTINCT domainId) FROM range WHERE domainId <> 0')" 2 'two domains beside the default one'
is "$(ask 'SELECT count(DISTINCT domainId) FROM NVTX_EVENTS WHERE eventType = 75')" 2 'that were given names'
none 'SELECT DISTINCT domainId, globalTid >> 24 FROM range WHERE domainId <> 0
	EXCEPT SELECT domainId, globalTid >> 24 FROM NVTX_EVENTS WHERE eventType = 75 AND text IS NOT NULL' 'each process names its domains'
some 'SELECT 1 FROM range WHERE domainId = 0' 'the default domain'
some 'SELECT 1 FROM range WHERE text IS NULL AND name NOT NULL' 'registered names'
some 'SELECT 1 FROM range WHERE text NOT NULL AND textId IS NULL' 'plain names'
none 'SELECT id FROM range WHERE name IS NULL' 'no range without a name'
some 'SELECT 1 FROM range WHERE eventType = 60 AND end NOT NULL' 'start/end ranges'
some 'SELECT 1 FROM range a JOIN range b USING (globalTid) WHERE a.eventType = 60 AND a.start < b.start AND b.start < a.end AND a.end < b.end' 'that cross others'
some 'SELECT 1 FROM range WHERE eventType = 60 AND endGlobalTid <> globalTid' 'one ended by another thread'
some 'SELECT 1 FROM NVTX_EVENTS WHERE eventType = 34 AND text NOT NULL' 'marks'
is "$(ask 'SELECT count(*) FROM range WHERE end IS NULL')" 1 'one range never closed'
some 'SELECT 1 FROM range r JOIN api a ON a.start BETWEEN r.start AND r.end AND a.end <= r.end AND a.globalTid = r.globalTid
	JOIN kernel k USING (globalPid, correlationId) GROUP BY r.id HAVING count(DISTINCT deviceId) = 2' 'a range with kernels on two GPUs'
some 'SELECT 1 FROM range r JOIN api a ON a.start BETWEEN r.start AND r.end AND a.end <= r.end AND a.globalTid <> r.globalTid
	AND a.globalPid = r.globalTid & ~0xFFFFFF JOIN kernel k USING (globalPid, correlationId)' "kernels launched by another thread during a range"

# The GPU.
some "SELECT 1 FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE g JOIN api a USING (globalPid, correlationId) WHERE a.name LIKE 'cudaGraphLaunch%'
	AND NOT EXISTS (SELECT 1 FROM kernel k WHERE k.globalPid = g.globalPid AND k.correlationId = g.correlationId)" 'a graph launched as a unit'
some "SELECT 1 FROM kernel k JOIN api a USING (globalPid, correlationId) WHERE graphNodeId NOT NULL AND a.name LIKE 'cudaGraphLaunch%'
	GROUP BY globalPid, correlationId HAVING count(*) > 1 AND count(DISTINCT graphNodeId) = count(*)" 'a graph launched as nodes'
some 'SELECT 1 FROM copy c WHERE NOT EXISTS (SELECT 1 FROM kernel k WHERE k.globalPid = c.globalPid AND k.contextId = c.contextId
	AND k.streamId = c.streamId)' 'copies on their own stream'
is "$(ask 'SELECT count(*) FROM kernel a JOIN kernel b USING (globalPid, deviceId, contextId, streamId)
	WHERE a.start < b.start AND b.start < a.end AND a.end < b.end')" 1 'two kernels that overlap on one stream'
some 'SELECT 1 FROM gpu a JOIN gpu b USING (globalPid, deviceId) WHERE a.start < b.start AND b.start < a.end' 'streams that work at the same time'
none 'SELECT correlationId FROM gpu g JOIN api a USING (globalPid, correlationId) WHERE g.start < a.start' 'nothing runs before it is launched'
is "$(ask 'SELECT count(*) FROM gpu g LEFT JOIN api a USING (globalPid, correlationId) WHERE a.start IS NULL')" 1 'one kernel launched before the capture'
none 'SELECT globalPid, correlationId FROM api GROUP BY 1, 2 HAVING count(*) > 1' 'a correlation id is one call'
some 'SELECT 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME r JOIN api a ON a.globalTid = r.globalTid AND a.correlationId = r.correlationId
	WHERE r.eventClass = 67 AND r.start < a.start AND r.end > a.end' 'calls traced with a backtrace as well'
some 'SELECT 1 FROM CUPTI_ACTIVITY_KIND_MEMSET' 'memsets'
some 'SELECT 1 FROM CUPTI_ACTIVITY_KIND_SYNCHRONIZATION' 'synchronization'

# The operating system.
is "$(ask 'SELECT count(DISTINCT globalTid & ~0xFFFFFF) FROM OSRT_API WHERE eventClass = 27')" 2 'OS runtime calls of both processes'
is "$(ask 'SELECT DISTINCT isSchedIn FROM SCHED_EVENTS ORDER BY 1')" '0 1' 'scheduling in and out'
none "SELECT a.rowid FROM (SELECT rowid, isSchedIn, lag(isSchedIn) OVER (PARTITION BY globalTid ORDER BY start) AS before FROM SCHED_EVENTS) a
	WHERE isSchedIn = before" 'in turn on each thread'

# All of it makes sense.
for table in CUPTI_ACTIVITY_KIND_RUNTIME CUPTI_ACTIVITY_KIND_KERNEL CUPTI_ACTIVITY_KIND_MEMCPY CUPTI_ACTIVITY_KIND_MEMSET NVTX_EVENTS OSRT_API \
	CUPTI_ACTIVITY_KIND_GRAPH_TRACE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION; do
	none "SELECT rowid FROM $table WHERE end < start OR start <= 0" "$table: nothing ends before it starts"
done
for column in RUNTIME.nameId KERNEL.demangledName KERNEL.shortName KERNEL.mangledName; do
	none "SELECT ${column#*.} FROM CUPTI_ACTIVITY_KIND_${column%.*} EXCEPT SELECT id FROM StringIds" "$column is a string"
done
none 'SELECT nameId FROM OSRT_API EXCEPT SELECT id FROM StringIds' 'OSRT_API.nameId is a string'

# Secrets as in real exports, where nobody may look for them.
ok 'the file has what must never come out' grep -aq NST_CANARY "$tmp/a.sqlite"
none "SELECT id FROM StringIds WHERE value LIKE '%NST_CANARY%' AND id IN (SELECT nameId FROM api UNION SELECT textId FROM NVTX_EVENTS
	UNION SELECT shortName FROM kernel UNION SELECT nameId FROM OSRT_API UNION SELECT nameId FROM ThreadNames)" 'no event refers to it'
{
	nst-dump "$tmp/a.sqlite" | tee "$tmp/dump" | nst-link | tee "$tmp/link" | nst-filter --color '{".":"good"}' | tee "$tmp/filter" | nst-chrome
	nst-dump --names mangled "$tmp/a.sqlite"
	nst-chrome --labels "$tmp/link"
	cat "$tmp/dump" "$tmp/link" "$tmp/filter"
} >"$tmp/all" 2>&1
ok 'the programs have something to say' test "$(wc -l <"$tmp/all")" -gt 20000
is "$(grep -ac -e NST_CANARY -e hunter2 -e HOME= "$tmp/all")" 0 'none of it comes out'
finish
