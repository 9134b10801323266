#!/bin/sh
# SPDX-License-Identifier: MIT
# Each source of events alone: with all its columns, with the required ones only, without rows, without the table, and what is said of the rest.
# shellcheck disable=SC2086 # lists of columns are split
. tests/tap.sh
. tests/nst-dump/oracle.sh

# Table, columns without which there is no event, other columns, as the newest exports have them.
gpu='deviceId contextId greenContextId streamId correlationId globalPid'
sources="
NVTX_EVENTS|start end eventType|rangeId category color text:TEXT globalTid endGlobalTid textId domainId uint64Value int64Value doubleValue:REAL uint32Value int32Value floatValue:REAL jsonTextId jsonText:TEXT binaryData:TEXT eventId
CUPTI_ACTIVITY_KIND_RUNTIME|start end|eventClass globalTid correlationId nameId returnValue callchainId
CUPTI_ACTIVITY_KIND_SYNCHRONIZATION|start end eventId|$gpu deprecatedSyncType syncType eventSyncId
CUPTI_ACTIVITY_KIND_GRAPH_TRACE|start end|$gpu graphId graphExecId
CUPTI_ACTIVITY_KIND_KERNEL|start end|$gpu demangledName shortName mangledName launchType cacheConfig registersPerThread gridX gridY gridZ blockX blockY blockZ staticSharedMemory dynamicSharedMemory localMemoryPerThread localMemoryTotal gridId sharedMemoryExecuted graphNodeId sharedMemoryLimitConfig qmdBulkReleaseDone qmdPreexitDone qmdLastCtaDone graphId clusterX clusterY clusterZ clusterSchedulingPolicy maxPotentialClusterSize maxActiveClusters sharedMemoryRequestedPercentage tensorSizeMinusOneElements:TEXT
CUPTI_ACTIVITY_KIND_MEMCPY|start end|$gpu bytes copyKind deprecatedSrcId srcKind dstKind srcDeviceId srcContextId dstDeviceId dstContextId migrationCause graphNodeId virtualAddress copyCount
CUPTI_ACTIVITY_KIND_MEMSET|start end|$gpu value bytes graphNodeId memKind
OSRT_API|start end|eventClass globalTid nameId returnValue nestingLevel callchainId argumentsId
SCHED_EVENTS|start|cpu isSchedIn globalTid threadState threadBlock"

# table TABLE COLUMN...: creates it with three rows: a number of its own in each column, NULL wherever it can be, 0 likewise.
table() {
	echo "$*" | awk '{
		for (i = 2; i <= NF; i++) {
			n = split($i, part, ":")
			col = part[1]
			def = def (i > 2 ? ", " : "") col " " (n > 1 ? part[2] : "INTEGER")
			must = col ~ /^(start|end|eventType|isSchedIn)$/
			if (col == "start") v = 1000
			else if (col == "end") v = 5000
			else if (col == "eventType") v = 59
			else if (col == "isSchedIn") v = 1
			else if (col == "globalTid") v = 281474976710656 + 77 * 16777216 + 78
			else if (col == "endGlobalTid") v = 281474976710656 + 77 * 16777216 + 79
			else if (col == "globalPid") v = 281474976710656 + 77 * 16777216
			else if (part[2] == "TEXT") v = "\047text of " col "\047"
			else v = i + (part[2] == "REAL" ? ".5" : "")
			all = all (i > 2 ? ", " : "") v
			none = none (i > 2 ? ", " : "") (must ? v + (col ~ /start|end/) : col == "eventId" ? i + 1 : "NULL")
			zero = zero (i > 2 ? ", " : "") (must ? v + 2 * (col ~ /start|end/) : col ~ /^(grid|block)[XYZ]/ ? 1 : 0)
		}
		print "CREATE TABLE " $1 "(" def ");"
		print "INSERT INTO " $1 " VALUES (" all "), (" none "), (" zero ");"
	}'
}

strings="INSERT INTO StringIds WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 50) SELECT n, 'string ' || n FROM n;"

while IFS='|' read -r table required others; do
	[ -n "$table" ] || continue
	fixture full <<-END
		$strings
		$(table "$table" $required $others)
	END
	run nst-dump "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$table: read with all columns"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: three rows, three events"
	agrees "$db" "$table: each column is the key it should be"

	fixture lean <<-END
		$(table "$table" $required)
	END
	run nst-dump "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$table: read with the required columns"
	is "$(events "$tmp/out" | wc -l)" 3 "$table: three rows, three events without the others"
	agrees "$db" "$table: what has no column has no key"

	fixture empty <<-END
		$(table "$table" $required $others)
		DELETE FROM $table;
	END
	run nst-dump "$db"
	is "$status $(cat "$tmp/err") $(cut -d'"' -f6 "$tmp/out" | paste -sd ' ')" '0  stream end' "$table: no rows, no events"

	for column in $required; do
		left=$(echo "$required $others" | tr ' ' '\n' | grep -vx "$column")
		fixture missing <<-END
			$(table "$table" $left)
			$([ "$table" = OSRT_API ] || table OSRT_API start end)
		END
		run nst-dump "$db"
		like "$(cat "$tmp/err")" "^nst-dump: $db: .*$table.* $column\\b" "$table: says that it lacks $column"
		is "$(events "$tmp/out" | grep -vc '"type":"osrt"')" 0 "$table: nothing is read without $column"
		[ "$table" = OSRT_API ] || is "$(events "$tmp/out" | grep -c '"type":"osrt"')" 3 "$table: other tables are still read without $column"
	done
done <<END
$sources
END

# No table of events at all.
fixture none </dev/null
run nst-dump "$db"
is "$status $(cat "$tmp/err") $(jq -c '[.type, .events]' "$tmp/out" | paste -sd ' ')" '0  ["stream",null] ["end",0]' 'an export without events'

# Loss is never silent.
fixture rest <<END
$(table NVTX_EVENTS start end eventType text:TEXT)
UPDATE NVTX_EVENTS SET eventType = 35 WHERE rowid > 1;
INSERT INTO NVTX_EVENTS VALUES (1, 2, NULL, 'no type'), (1, 2, 97, 'a device'), (1, NULL, 33, 'a category'), (1, NULL, 75, 'a domain'), (1, NULL, 39, 'a thread');
$(table CUPTI_ACTIVITY_KIND_RUNTIME start end eventClass)
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET eventClass = 67 WHERE rowid = 2;
$(table GPU_METRICS timestamp value)
$(table "[it's(odd]" start)
CREATE TABLE MPI_P2P_EVENTS(start, end);
$(for known in ENUM_ANYTHING UnwindMethodType PROCESSES ThreadNames TARGET_INFO_GPU META_DATA_EXPORT META_DATA_CAPTURE EXPORT_META_DATA \
	ANALYSIS_DETAILS ANALYSIS_FILE ProcessStreams; do table $known name value; done)
CREATE INDEX _nsysai_start ON NVTX_EVENTS(start);
END
run nst-dump "$db"
is "$status" 0 'what nothing reads is no failure'
is "$(events "$tmp/out" | wc -l)" 3 'the rest is read: one range, two calls'
is "$(grep -c . "$tmp/err")" 3 'three tables are not read, or not fully; the others need not be named'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: GPU_METRICS, 3 rows$" 'a table that nothing reads'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: it's\(odd, 3 rows$" 'a table with an odd name'
like "$(cat "$tmp/err")" "^nst-dump: $db: not dumped: NVTX_EVENTS, 4 rows" 'rows of unknown kinds'
run nst-dump --type nvtx "$db"
is "$status $(cat "$tmp/err")" '0 ' 'who asks for a type hears nothing of others'
finish
