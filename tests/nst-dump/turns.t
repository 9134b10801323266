#!/bin/sh
# SPDX-License-Identifier: MIT
# Rows whose types, lengths, threads and names change from one to the next. nst-dump remembers how
# the rows before were stored and written: by the headers of their records, and by the types of
# their values.
. tests/tap.sh
. tests/nst-dump/oracle.sh

min='(-1 - 9223372036854775807)' max=9223372036854775807
process='((1 << 48) | ((7 + i % 3) << 24))'

# count N: the rows 0 to N - 1 of a column i.
count() {
	echo "(WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < $1 - 1) SELECT i FROM n)"
}

# The strings of some ids need escapes, are empty, or are missing; others are longer than a copy of
# fixed length.
strings="INSERT INTO StringIds VALUES (1, 'plain'), (2, 'quote \" and \\ and ' || char(10, 9, 1)), (3, ''), (4, printf('%.*c', 1000, 'x')), (70000, 'é€😀'), (1 << 40, 'large id');"
string="CASE i % 9 WHEN 0 THEN 1 WHEN 1 THEN 2 WHEN 2 THEN 3 WHEN 3 THEN 4 WHEN 4 THEN 70000 WHEN 5 THEN 1 << 40 WHEN 6 THEN 5 WHEN 7 THEN -1 ELSE 1 END"

# An integer of each length that SQLite stores, in another order in each column.
integer() {
	echo "CASE (i / $1) % 13 WHEN 0 THEN 0 WHEN 1 THEN 1 WHEN 2 THEN 127 WHEN 3 THEN -128 WHEN 4 THEN 9999 WHEN 5 THEN -32769 WHEN 6 THEN 8388608 WHEN 7 THEN 99999999
		WHEN 8 THEN 100000000 WHEN 9 THEN 1 << 47 WHEN 10 THEN $max WHEN 11 THEN $min ELSE 10000000000000000 END"
}

# Optional values are NULL in some rows.
optional() {
	printf '%s\n' "CASE WHEN i & $1 THEN $2 END"
}

tables="CREATE TABLE NVTX_EVENTS(start, end, eventType, rangeId, category, color, text, globalTid, endGlobalTid, textId, domainId, uint64Value, int64Value, doubleValue,
	uint32Value, int32Value, floatValue, jsonTextId, jsonText);
INSERT INTO NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, category) VALUES (0, NULL, 75, 'a \"domain\"', (1 << 48) | (7 << 24), 2, NULL),
	(0, NULL, 33, 'a category', (1 << 48) | (8 << 24), 0, 5);
INSERT INTO NVTX_EVENTS SELECT i * 99999937, CASE WHEN i % 5 = 0 THEN NULL ELSE i * 99999937 + ($(integer 3) & 0xFFFFFFFFFF) END, CASE i % 5 WHEN 0 THEN 34 ELSE 59 + i % 2 END,
	$(optional 8 "$(integer 1)"), $(optional 16 'i % 7'), $(optional 4 'i * 70001'), $(optional 1 "printf('%.*c', i % 150, 'n') || substr('a\"b\\c', 1, i % 6)"),
	$process | (i / 2 % 70), CASE i % 4 WHEN 0 THEN $process | (i / 2 % 70) WHEN 1 THEN $process | 99 END, CASE WHEN i & 1 THEN NULL ELSE $string END,
	$(optional 2 'i % 4'), $(optional 32 "$(integer 2)"), $(optional 64 "$(integer 5)"), $(optional 128 'i + 0.5'), NULL, $(optional 256 '-i'), NULL, NULL,
	$(optional 4 "'{\"a\":[' || i || ']}'") FROM $(count 1500);
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER, globalTid INTEGER, correlationId INTEGER, nameId INTEGER,
	returnValue INTEGER);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT ($(integer 1)) / 2 + i, ($(integer 1)) / 2 + i + i % 300, i % 2, $(optional 12 "$process | i % 5"), $(integer 7), $string,
	$(optional 3 "$(integer 4)") FROM $(count 700);
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, contextId, streamId, correlationId, globalPid, demangledName, shortName, gridX, gridY, gridZ, blockX, blockY, blockZ,
	clusterX, clusterY, clusterZ, registersPerThread, localMemoryTotal, graphNodeId);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL SELECT 1 + i * 1000003, 1 + i * 1000003 + i % 10000, i % 2, $(optional 16 'i % 3'), CASE i % 6 WHEN 0 THEN 4294967295 ELSE i % 40 END,
	$(integer 3), $process, $string, $(optional 1 "$string"), i + 1, i % 3, $(integer 2), $(optional 2 'i'), $(optional 2 '-1'), $(optional 2 '1'),
	i / 8 % 2, i / 16 % 2, i / 32 % 2, $(integer 1), $(integer 11), $(optional 4 "$(integer 1)") FROM $(count 900);"

fixture turns <<END
$strings
$tables
END
for jobs in 1 2 3; do
	run nst-dump -j $jobs "$db"
	is "$status $(cat "$tmp/err")" '0 ' "-j $jobs: read"
	agrees "$db" "-j $jobs: rows of changing types are what SQL says"
done

# The same rows in UTF-16 are read by SQL, row by row and value by value. Values of wrong types are
# left out and counted.
wrong="$strings $tables
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET nameId = 'a text', correlationId = 1.5 WHERE rowid % 5 = 0;
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridY = NULL WHERE rowid % 7 = 0;
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET blockZ = 'z' WHERE rowid % 7 = 1;
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET gridX = 0.5, deviceId = 'd', globalPid = NULL, streamId = 2.5 WHERE rowid % 7 = 2;
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = 'late', registersPerThread = x'01' WHERE rowid % 7 = 3;
UPDATE NVTX_EVENTS SET text = 7, globalTid = 'x', domainId = 3.5, color = 'red' WHERE rowid > 10 AND rowid % 11 = 0;
UPDATE NVTX_EVENTS SET text = 1.0, endGlobalTid = 0.5, doubleValue = 'much', int64Value = NULL WHERE rowid > 10 AND rowid % 11 = 1;"
for encoding in UTF-8 UTF-16le; do
	rm -f "$tmp/wrong.sqlite"
	{
		echo "PRAGMA encoding = '$encoding'; BEGIN; CREATE TABLE StringIds(id INTEGER NOT NULL PRIMARY KEY, value TEXT NOT NULL);"
		printf '%s\n' "$wrong"
		echo 'COMMIT;'
	} | sqlite3 -batch -bail "$tmp/wrong.sqlite"
	for options in '-j1' '-j2' '-j1 --names demangled' '-j1 --type kernel'; do
		# shellcheck disable=SC2086 # options
		run nst-dump $options "$tmp/wrong.sqlite"
		mv "$tmp/out" "$tmp/$encoding$options"
		mv "$tmp/err" "$tmp/$encoding$options.err"
		echo "$status" >>"$tmp/$encoding$options.err"
	done
done
for options in '-j1' '-j2' '-j1 --names demangled' '-j1 --type kernel'; do
	same "$tmp/UTF-8$options" "$tmp/UTF-16le$options" "nst-dump $options: values of wrong types, from pages and by SQL"
	same "$tmp/UTF-8$options.err" "$tmp/UTF-16le$options.err" "nst-dump $options: messages"
	like "$(cat "$tmp/UTF-8$options.err")" 'left out [0-9]+ values' "nst-dump $options: counts values of wrong types"
done

# A tool in the same process gets the values that it would parse from the text.
for file in turns wrong; do
	for program in 'nst-link' 'nst-sum' 'nst-filter --type kernel,nvtx'; do
		# shellcheck disable=SC2086 # a program and its options
		nst-chain nst-dump "$tmp/$file.sqlite" '|' $program >"$tmp/chain" 2>"$tmp/chain.err"
		# shellcheck disable=SC2086 # a program and its options
		nst-dump "$tmp/$file.sqlite" 2>"$tmp/pipe.err" | $program >"$tmp/pipe" 2>>"$tmp/pipe.err"
		same "$tmp/chain" "$tmp/pipe" "$file: nst-dump and $program in one process"
	done
done
finish
