#!/bin/sh
# SPDX-License-Identifier: MIT
# What others add to a profile changes nothing: indexes that hold all that a pass asks for, and
# links to the file.
. tests/tap.sh
. tests/nst-dump/oracle.sh

process=$(((1 << 48) + (7 << 24)))

nst-dump "$(profile sample)" >"$tmp/plain" 2>/dev/null
while read -r index; do
	cp "$(profile sample)" "$tmp/p.sqlite"
	sqlite3 "$tmp/p.sqlite" "CREATE INDEX added ON $index"
	run nst-dump "$tmp/p.sqlite"
	is "$status" 0 "an index on $index: status"
	same "$tmp/out" "$tmp/plain" "an index on $index: the same bytes"
done <<'EOF'
OSRT_API(start, "end")
OSRT_API("end", start)
NVTX_EVENTS(eventType, start, "end")
CUPTI_ACTIVITY_KIND_RUNTIME(start, "end", eventClass)
CUPTI_ACTIVITY_KIND_KERNEL(start DESC)
EOF

# An index that lacks rows, as a damaged file has it, changes nothing either: it is made when there
# are half of the rows, hidden, and seen again when there are all.
while read -r type table columns; do
	fixture stale <<-END
		INSERT INTO StringIds VALUES (1, 'one'), (2, 'two');
		CREATE TABLE PMU_EVENTS(start, end, cpu, counter_id);
		CREATE TABLE PMU_EVENT_COUNTERS(id, idx, value);
		CREATE TABLE PMU_EVENT_REQUESTS(id, event_name);
		CREATE TABLE CUDA_GPU_MEMORY_USAGE_EVENTS(start, globalPid, deviceId, contextId, memKind, memoryOperationType, bytes);
		CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid, correlationId, nameId);
		CREATE TABLE CUPTI_ACTIVITY_KIND_CUDA_EVENT(globalPid, deviceId, contextId, streamId, correlationId, eventId);
		CREATE TABLE GPU_CONTEXT_SWITCH_EVENTS(tag, timestamp, seqNo, gpuId, vmId, contextId);
		CREATE TABLE OSRT_FILE_ACCESS_EVENTS(startedAt, endedAt, threadId, fileAccessId, apiCallId);
		CREATE TABLE OSRT_FILE_ACCESS_DESCRIPTORS(fileAccessId, processId, filePath);
		CREATE TABLE PROCESSES(globalPid, pid, name);
		CREATE TABLE ThreadNames(nameId, globalTid);
	END
	for half in 0 50; do
		[ $half = 0 ] || sqlite3 "$db" "CREATE INDEX added ON $table($columns); CREATE TABLE hidden AS SELECT * FROM sqlite_schema WHERE name = 'added'; PRAGMA writable_schema = ON; DELETE FROM sqlite_schema WHERE name = 'added'"
		sqlite3 -batch -bail "$db" <<-END
			CREATE TEMP TABLE n AS WITH RECURSIVE n(i) AS (VALUES ($half) UNION ALL SELECT i + 1 FROM n WHERE i < $half + 49) SELECT i FROM n;
			INSERT INTO PMU_EVENTS SELECT i * 10, i * 10 + 5, i % 3, i FROM n;
			INSERT INTO PMU_EVENT_COUNTERS SELECT i, i % 2, i FROM n;
			INSERT INTO PMU_EVENT_REQUESTS SELECT i, 'counter ' || i FROM n;
			INSERT INTO CUDA_GPU_MEMORY_USAGE_EVENTS SELECT i * 10, $process, 0, 1, 2, 0, i FROM n;
			INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT i * 10, i * 10 + 5, 0, $process + i, i, 1 FROM n;
			INSERT INTO CUPTI_ACTIVITY_KIND_CUDA_EVENT SELECT $process, 0, 1, 7, i, i FROM n;
			INSERT INTO GPU_CONTEXT_SWITCH_EVENTS SELECT 8 - i % 2, i * 10, i, 0, 0, i / 2 FROM n;
			INSERT INTO OSRT_FILE_ACCESS_EVENTS SELECT i * 10, i * 10 + 5, i, i, 2 FROM n;
			INSERT INTO OSRT_FILE_ACCESS_DESCRIPTORS SELECT i, 7, '/file' || i FROM n;
			INSERT INTO PROCESSES SELECT $process + (i << 24), 7 + i, 'process ' || i FROM n;
			INSERT INTO ThreadNames SELECT 1 + i % 2, $process + i FROM n;
		END
	done
	nst-dump "$db" >"$tmp/plain"
	sqlite3 "$db" "PRAGMA writable_schema = ON; INSERT INTO sqlite_schema SELECT * FROM hidden; DROP TABLE hidden"
	run nst-dump "$db"
	is "$(sqlite3 "$db" 'PRAGMA integrity_check' | grep -c 'missing from index') $status $(($(grep -c "\"type\":\"$type\"" "$tmp/out") >= 50))" "50 0 1" "an index on $table that lacks half of the rows: all come"
	same "$tmp/out" "$tmp/plain" "an index on $table that lacks half of the rows: the same bytes"
done <<EOF
cpu-metric PMU_EVENTS counter_id, start, "end", cpu
cpu-metric PMU_EVENT_COUNTERS id, idx, value
cpu-metric PMU_EVENT_REQUESTS id, event_name
gpu-memory CUDA_GPU_MEMORY_USAGE_EVENTS globalPid, deviceId, contextId, memKind, start
cuda-event CUPTI_ACTIVITY_KIND_RUNTIME correlationId, globalTid, start, eventClass
cuda-event CUPTI_ACTIVITY_KIND_CUDA_EVENT correlationId, globalPid, eventId
gpu-context-switch GPU_CONTEXT_SWITCH_EVENTS gpuId, vmId, contextId, timestamp, seqNo, tag
file-access OSRT_FILE_ACCESS_EVENTS startedAt, fileAccessId, threadId, endedAt
file-access OSRT_FILE_ACCESS_DESCRIPTORS fileAccessId, processId, filePath
file-access PROCESSES pid, globalPid
file-access ThreadNames globalTid, nameId
EOF

nst-dump "$(profile sample)" >"$tmp/plain" 2>/dev/null
# a link leads to the file, and so to what lies beside it
mkdir "$tmp/real"
cp "$(profile sample)" "$tmp/real/p.sqlite"
ln -s real/p.sqlite "$tmp/link.sqlite"
run nst-dump "$tmp/link.sqlite"
same "$tmp/out" "$tmp/plain" "a link: the same bytes"
run nst-dump "$tmp//real//p.sqlite"
same "$tmp/out" "$tmp/plain" "doubled slashes"
for tail in wal journal; do
	echo "not nothing" >"$tmp/real/p.sqlite-$tail"
	run nst-dump "$tmp/link.sqlite"
	is "$status $(wc -c <"$tmp/out")" "1 0" "a -$tail beside the file that a link leads to"
	like "$(cat "$tmp/err")" "^nst-dump: $tmp/link.sqlite: .* (is|are) beside it .*/real/p.sqlite-$tail\)" "a -$tail: says so, and names it"
	run sh -c 'nst-dump - <"$1"' - "$tmp/real/p.sqlite"
	is "$status $(wc -c <"$tmp/out")" "1 0" "a -$tail beside the file on standard input"
	rm "$tmp/real/p.sqlite-$tail"
done

# a column may have a name that SQLite gives to row numbers, in any case
sqlite3 "$tmp/rowid.sqlite" 'CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
	CREATE TABLE OSRT_API(start INTEGER, "end" INTEGER, nameId INTEGER, globalTid INTEGER, ROWID TEXT);
	INSERT INTO OSRT_API VALUES (5, 6, 0, 1, NULL), (3, 4, 0, 1, NULL)'
run nst-dump "$tmp/rowid.sqlite"
is "$(jq -c 'select(.type == "osrt").ts' "$tmp/out" | tr '\n' ' ')" "3 5 " "a column ROWID hides no rows"

finish
