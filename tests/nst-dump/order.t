#!/bin/sh
# SPDX-License-Identifier: MIT
# Time order from tables in any order: sorted runs back to back, hundreds of them, equal times,
# marks and open ranges.
. tests/tap.sh
. tests/nst-dump/oracle.sh

# ranges ROWS RUNS: NVTX_EVENTS with that many runs. Times repeat; among the rows are marks, ranges
# never closed and definitions.
ranges() {
	cat <<-END
		INSERT INTO StringIds VALUES (0, 'registered'), (1, 'python'), (2, 'call');
		CREATE TABLE NVTX_EVENTS(start INTEGER NOT NULL, end INTEGER, eventType INTEGER, text TEXT, globalTid INTEGER, textId INTEGER, domainId INTEGER, category INTEGER);
		INSERT INTO NVTX_EVENTS WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1),
			h AS (SELECT i, i * 40503 >> 4 & 1023 AS h, i * $2 / $1 AS run FROM n),
			t AS (SELECT *, (i - (run * $1 + $2 - 1) / $2) * 10 / 3 * 2 AS at,
				CASE WHEN i = 118 THEN 33 WHEN i = 217 THEN 75 WHEN h % 8 = 0 THEN 34 WHEN h % 8 = 1 THEN 60 WHEN h % 16 = 2 THEN 99 ELSE 59 END AS type FROM h)
			SELECT at, CASE WHEN type IN (33, 34, 75) OR h % 11 = 0 THEN NULL ELSE at + h % 7 * 3 END, type,
				CASE WHEN h % 5 THEN type || ' ' || i END, 281474976710656 + 7 * 16777216 + h % 3, CASE WHEN h % 5 THEN NULL ELSE 0 END, h % 4, h % 3 FROM t;
	END
}

# falls: how often the next row of NVTX_EVENTS starts earlier.
falls() {
	sqlite3 "$db" 'SELECT count(*) FROM NVTX_EVENTS a JOIN NVTX_EVENTS b ON b.rowid = a.rowid + 1 WHERE b.start < a.start'
}

for runs in 1 2 7 300 1023 1024 1025 1026 1200; do
	fixture runs <<-END
		$(ranges 5000 $runs)
	END
	is "$(falls)" $((runs - 1)) "$runs runs: the fixture has them"
	run nst-dump "$db"
	is "$status $(grep -v 'not dumped: NVTX_EVENTS' "$tmp/err")" '0 ' "$runs runs: read"
	agrees "$db" "$runs runs: the order is that of ORDER BY"
done

# The last fixture again, its rows now in the order of the stream: the same bytes must come out.
cp "$tmp/out" "$tmp/shuffled.ndjson"
sqlite3 "$db" "CREATE TEMP TABLE t AS SELECT *, rowid AS r FROM NVTX_EVENTS; DELETE FROM NVTX_EVENTS;
	INSERT INTO NVTX_EVENTS SELECT start, end, eventType, text, globalTid, textId, domainId, category FROM t
	ORDER BY start, CASE WHEN eventType IN (59, 60) THEN coalesce(end - start, 1e18) ELSE -1 END DESC, r; VACUUM;"
is "$(falls)" 0 'the same rows sorted: no runs'
run nst-dump "$db"
same "$tmp/out" "$tmp/shuffled.ndjson" 'the same rows sorted: the same stream'

for window in '700 1400' '0 1' '1 2' '5 3000' '6000 99999999'; do
	from=${window% *} to=${window#* }
	run nst-dump --from "$from" --to "$to" "$tmp/runs.sqlite"
	oracle "$tmp/runs.sqlite" short "$from" "$to" >"$tmp/oracle.ndjson"
	same "$tmp/out" "$tmp/oracle.ndjson" "sorted: from $from to $to"
done
for runs in 7 300 1200; do
	fixture runs <<-END
		$(ranges 5000 $runs)
	END
	for window in '70 140' '0 1' '5 300'; do
		from=${window% *} to=${window#* }
		run nst-dump --from "$from" --to "$to" "$db"
		oracle "$db" short "$from" "$to" >"$tmp/oracle.ndjson"
		same "$tmp/out" "$tmp/oracle.ndjson" "$runs runs: from $from to $to"
	done
done

# All tables at once, all at the same few times; the file has holes and rows with ids below 0.
fixture tables <<END
$(ranges 600 3)
DELETE FROM NVTX_EVENTS WHERE rowid % 10 = 4;
INSERT INTO NVTX_EVENTS(rowid, start, end, eventType, text) VALUES (-7, 20, 30, 59, 'below'), (-8, 26, 27, 59, 'below'), (900000, 0, 9999, 59, 'far');
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, nameId, globalTid, eventClass);
CREATE TABLE CUPTI_ACTIVITY_KIND_SYNCHRONIZATION(start, end, eventId, streamId);
CREATE TABLE OSRT_API(start, end, nameId);
CREATE TABLE SCHED_EVENTS(start, isSchedIn);
CREATE TABLE CUPTI_ACTIVITY_KIND_GRAPH_TRACE(start, end, graphId);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, shortName);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMCPY(start, end, copyKind);
CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start, end, value);
$(for table in MEMSET/value MEMCPY/copyKind KERNEL/shortName GRAPH_TRACE/graphId SYNCHRONIZATION/eventId RUNTIME/nameId; do
	echo "INSERT INTO CUPTI_ACTIVITY_KIND_${table%/*}(start, end, ${table#*/}) SELECT start + 2, coalesce(end, start) + 2, 2 FROM NVTX_EVENTS WHERE rowid % 3;"
done)
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET eventClass = CASE rowid % 5 WHEN 0 THEN 67 ELSE rowid % 2 END;
INSERT INTO OSRT_API SELECT start, end, nameId FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE rowid % 2;
INSERT INTO SCHED_EVENTS SELECT start, rowid % 2 FROM OSRT_API;
END
run nst-dump "$db"
is "$status $(events "$tmp/out" | sed 's/.*"type":"\([^"]*\)".*/\1/' | sort -u | wc -l)" '0 10' 'all types of events in one file'
agrees "$db" 'all tables: at equal times the longer, then the earlier table, then the earlier row'
finish
