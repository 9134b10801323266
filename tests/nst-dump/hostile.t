#!/bin/sh
# SPDX-License-Identifier: MIT
# Exports made to harm: by their schema, the form of their pages, the size of what they hold, and by
# what a path leads to. Nothing of them is run, reading them ends, and nothing is left beside them.
. tests/tap.sh
. tests/nst-dump/oracle.sh
. tests/nst-dump/box.sh

# alike DESCRIPTION: the fixture is dumped as the plain one before it was.
alike() {
	run timeout 20 nst-dump "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$1: exit status, and no message"
	same "$tmp/out" "$tmp/plain" "$1: the same stream"
}

# What goes into a fixture that is compared with others.
plain='INSERT INTO StringIds VALUES (1, '\''read'\''), (2, '\''gr'\'' || char(246) || char(128640)), (3, '\'\'');
	INSERT INTO OSRT_API VALUES (1, 2, 1), (3, 4, 2), (5, 6, 3), (7, 8, 4);'

# Views that would never end, virtual tables, triggers.
endless='WITH RECURSIVE n(n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM n)'
{
	echo 'CREATE TABLE OSRT_API(start, end, nameId, globalTid); INSERT INTO OSRT_API VALUES (1, 2, 3, 16777217); INSERT INTO StringIds VALUES (3, (SELECT name FROM (SELECT 4 AS name)));'
	for view in NVTX_EVENTS CUPTI_ACTIVITY_KIND_KERNEL PROCESSES ThreadNames TARGET_INFO_GPU META_DATA_EXPORT TARGET_INFO_SESSION_START_TIME ENUM_CUDA_MEMCPY_OPER MPI_OTHER_EVENTS; do
		echo "CREATE VIEW $view AS $endless SELECT n AS start, n AS end, 59 AS eventType, n AS id, 'x' AS name, 'x' AS label, n AS globalPid, n AS globalTid, n AS nameId, 'x' AS value, n AS utcEpochNs FROM n;"
	done
	echo 'CREATE VIRTUAL TABLE SCHED_EVENTS USING fts5(start, isSchedIn); INSERT INTO SCHED_EVENTS VALUES (1, 1);'
	echo 'CREATE TRIGGER t AFTER INSERT ON OSRT_API BEGIN DELETE FROM OSRT_API; END;'
} | fixture hostile
db=$tmp/hostile.sqlite
run timeout 20 nst-dump "$db"
is "$status $(events "$tmp/out")" '0 {"ts":1,"dur":1,"type":"osrt","name":"4","pid":1,"tid":1}' 'views and virtual tables are not read'
fixture view <<END
DROP TABLE StringIds;
CREATE VIEW StringIds AS $endless SELECT n AS id, 'x' AS value FROM n;
END
fails 'StringIds is a view' 'StringIds' "$db"

fixture virtual <<END
CREATE TABLE MPI_OTHER_EVENTS(start, end, textId, globalTid);
INSERT INTO MPI_OTHER_EVENTS VALUES (1, 2, 1, 16777217);
CREATE VIRTUAL TABLE MPI_RANKS USING rtree_i32(globalTid, rank, high);
CREATE VIRTUAL TABLE TARGET_INFO_CUDA_STREAM USING rtree(id, low, high);
INSERT INTO MPI_RANKS VALUES (16777217, 4, 5);
END
run timeout 20 nst-dump "$db"
is "$status $(events "$tmp/out")" '0 {"ts":1,"dur":1,"type":"mpi","name":"1","pid":1,"tid":1}' 'virtual tables are no place to look things up'
fixture virtual <<END
CREATE VIRTUAL TABLE SCHED_EVENTS USING fts5(start, isSchedIn);
INSERT INTO SCHED_EVENTS VALUES (1, 1);
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET rootpage = 2 WHERE name = 'SCHED_EVENTS';
END
fails 'a virtual table that has a page' 'no such module' "$db"

# Columns that are computed when they are read, of tables that are read or asked, or are somebody's
# own.
long="printf('%90000000d', 1)"
for table in "OSRT_API(start, end AS ($long))" "PROCESSES(globalPid, name AS (hex(zeroblob(40000000))))" "ThreadNames(nameId AS (length($long)), globalTid)" \
	"MPI_RANKS(globalTid, rank AS (length(hex(zeroblob(40000000)))))" "ProcessStreams(a, contentId AS (1) STORED)" "mine(a, [b c] AS (a LIKE '%_%_%_%_%_%_%_%_%_%_%_%_x'))" 'spelled(a, "b"aS/**/(a))' 'spelled(a, b GENERATED ALWAYS
as(1))'; do
	fixture computed <<-END
		CREATE TABLE $table;
		INSERT INTO ${table%%(*} DEFAULT VALUES;
	END
	fails "$table" 'is a computed column: nsys writes none$' "$db"
done
sqlite3 "$tmp/strings.sqlite" "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value AS ($long))"
fails 'strings that are computed' 'StringIds.value is a computed column' "$tmp/strings.sqlite"

# Expressions that only writing evaluates; odd tables.
fixture plain <<END
CREATE TABLE OSRT_API(start, end, nameId);
$plain
END
run nst-dump "$db"
cp "$tmp/out" "$tmp/plain"
is "$status $(events "$tmp/plain" | jq -c .name | paste -sd ' ')" '0 "read" "grö🚀" "" "4"' 'a plain export'
for table in "(start, end CHECK (length($long)), nameId DEFAULT (length($long)))" '(start /* as it is, WITHOUT more */, end, nameId)' '(start INTEGER PRIMARY KEY, end INTEGER, nameId INTEGER) STRICT' \
	"(start, end, nameId$(seq -f ', c%g INTEGER NOT NULL DEFAULT 1' 1997 | tr -d '\n'))"; do
	fixture odd <<-END
		PRAGMA ignore_check_constraints = ON;
		CREATE TABLE OSRT_API$table;
		$(echo "$plain" | sed 's/INTO OSRT_API/&(start, end, nameId)/')
	END
	alike "OSRT_API$(echo "$table" | cut -c1-60)"
done
fixture odd <<END
CREATE TABLE OSRT_API(start, end, nameId);
$plain
CREATE INDEX one ON OSRT_API(printf('%90d', start)) WHERE end + 1 > 0;
CREATE INDEX two ON StringIds(value COLLATE NOCASE) WHERE length(value) < 99;
END
alike 'indexes on expressions, and partial ones'
rm -f "$tmp/keys.sqlite"
sqlite3 "$tmp/keys.sqlite" "CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value) WITHOUT ROWID; CREATE TABLE OSRT_API(start, end, nameId); $plain"
db=$tmp/keys.sqlite
alike 'strings without row numbers'
for encoding in UTF-16le UTF-16be; do
	rm -f "$tmp/wide.sqlite"
	sqlite3 "$tmp/wide.sqlite" "PRAGMA encoding = '$encoding'; CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value); CREATE TABLE OSRT_API(start, end, nameId); $plain"
	db=$tmp/wide.sqlite
	alike "text in $encoding"
	sqlite3 "$db" "UPDATE StringIds SET value = CAST(x'4100DC004200D8' AS TEXT) WHERE id = 1"
	run nst-dump "$db"
	ok "text in $encoding that is none: valid UTF-8" iconv -f UTF-8 -t UTF-8 "$tmp/out"
	is "$status $(jq -s length "$tmp/out")" '0 6' "text in $encoding that is none: all events"
done
fixture case <<END
CREATE TABLE osrt_api(start, end);
INSERT INTO osrt_api VALUES (1, 2);
CREATE TABLE SCHED_EVENTS(START, isSchedIn);
INSERT INTO SCHED_EVENTS VALUES (1, 1);
END
run nst-dump "$db"
is "$status $(events "$tmp/out" | wc -l) $(sed 's/.*sqlite: //' "$tmp/err" | paste -sd '|')" \
	'0 0 table SCHED_EVENTS has no column start: its sched events are not read|not dumped: osrt_api, 1 rows' 'names in another case: what is not read is said'
rm -f "$tmp/lower.sqlite"
sqlite3 "$tmp/lower.sqlite" 'CREATE TABLE stringids(id INTEGER PRIMARY KEY, value)'
fails 'a table stringids' 'it has no table StringIds' "$tmp/lower.sqlite"

# schema SQL: changes the schema of a file with a table OSRT_API by force.
schema() {
	fixture schema <<-END
		CREATE TABLE OSRT_API(start, end, nameId);
		$plain
	END
	sqlite3 "$db" "PRAGMA writable_schema = ON; $1"
}

# Tables that are no ordinary ones are said in words.
fixture unnumbered <<END
CREATE TABLE PMU_EVENTS(start INTEGER PRIMARY KEY, end, counter_id, cpu) WITHOUT ROWID;
CREATE TABLE PMU_EVENT_COUNTERS(id, idx, value);
END
fails 'WITHOUT ROWID: where rows are put together' 'table PMU_EVENTS is WITHOUT ROWID: nsys writes no such table' "$db"
fixture unnumbered <<END
CREATE TABLE OSRT_API(start INTEGER PRIMARY KEY, end, nameId)without/**/rowid;
END
fails 'WITHOUT ROWID' 'table OSRT_API is WITHOUT ROWID: nsys writes no such table' "$db"
fixture view <<END
CREATE TABLE own(start, end);
CREATE VIEW OSRT_API AS SELECT * FROM own;
END
for n in 1 2; do
	run nst-dump -j $n --type osrt "$db"
	is "$status $(cat "$tmp/err")" "0 nst-dump: $db: OSRT_API is a view or a virtual table: nst-dump does not read it" "a view: -j $n: said once"
	run nst-dump -j $n --type kernel "$db"
	is "$status $(cat "$tmp/err")" '0 ' "a view that nobody asks for: -j $n"
done

# Each row comes once or it is an error, whatever the rows are known by.
for columns in 'start, end, eventType, text, _rowid_)' 'start INTEGER PRIMARY KEY, end, eventType, text, x)' 'start, end, eventType, text, rowid)' \
	'start, end, eventType, text, oid INTEGER PRIMARY KEY DESC)' 'start, end, eventType, text PRIMARY KEY, x) WITHOUT ROWID'; do
	fixture rowid <<-END
		CREATE TABLE NVTX_EVENTS($columns;
		INSERT INTO NVTX_EVENTS SELECT 10 * column1, 10 * column1 + 5, 59, 'range ' || column1, 5 - column1 FROM (VALUES (3), (1), (4), (2));
	END
	run nst-dump "$db"
	got=$(events "$tmp/out" | jq -r .name | paste -sd ,)
	if [ "$status" -ne 0 ] && ! grep -q '"type":"end"' "$tmp/out"; then
		like "$(cat "$tmp/err")" "^nst-dump: $db: ." "NVTX_EVENTS($columns: an error"
	else
		is "$status $got" '0 range 1,range 2,range 3,range 4' "NVTX_EVENTS($columns: each row once"
	fi
done

schema "UPDATE sqlite_schema SET sql = 'CREATE TABLE nonsense' WHERE name = 'OSRT_API'"
fails 'a schema that is nonsense' 'malformed' "$db"
fixture control </dev/null
sqlite3 "$db" "CREATE TABLE OSRT_API(start, end); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE OSRT_API(' || char(27, 10) || ')' WHERE name = 'OSRT_API';"
fails 'a schema with control characters, which are not sent to the terminal' 'malformed.*u001b' "$db"
schema "UPDATE sqlite_schema SET sql = 'CREATE VIEW OSRT_API AS SELECT 1 AS start' WHERE name = 'OSRT_API'"
fails 'a view that says it is a table' 'malformed' "$db"
schema "UPDATE sqlite_schema SET sql = 'CREATE TABLE OTHER(start)' WHERE name = 'OSRT_API'"
fails 'a table under two names' 'malformed' "$db"
schema "UPDATE sqlite_schema SET sql = 'CREATE TABLE OSRT_API(start, START)' WHERE name = 'OSRT_API'"
fails 'two columns of one name' 'malformed' "$db"
schema "INSERT INTO sqlite_schema SELECT * FROM sqlite_schema WHERE name = 'OSRT_API'"
fails 'two tables of one name' 'malformed' "$db"
schema "UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'OSRT_API'"
fails 'a table on a page that is not there' 'malformed' "$db"
schema "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'StringIds') WHERE name = 'OSRT_API'"
run timeout 20 nst-dump "$db"
is "$status" 1 'two tables on one page: its texts are no times'
schema "UPDATE sqlite_schema SET sql = 'CREATE TABLE OSRT_API(start, end CHECK (' || replace(printf('%.500c', '('), '(', '-(') || '1' || printf('%.500c', ')') || '))' WHERE name = 'OSRT_API'"
fails 'an expression of 500 brackets' '' "$db"
schema "UPDATE sqlite_schema SET sql = replace(sql, 'nameId', 'nameId' || printf('%.2000000c', ' ')) WHERE name = 'OSRT_API'"
fails 'a table of 2 MB of SQL' '' "$db"

# Texts that no export has.
fixture long <<END
CREATE TABLE OSRT_API(start, end, nameId);
INSERT INTO OSRT_API VALUES (1, 2, 1), (3, 4, 2), (5, 6, 3);
INSERT INTO StringIds VALUES (1, 'short'), (2, hex(zeroblob(33500000))), (3, 'behind'), (4, hex(zeroblob(35000000)));
END
run nst-dump "$db"
is "$status $(tr -cd 0 <"$tmp/out" | wc -c)" '0 67000000' 'a name of 67 MB is one'
sqlite3 "$db" 'UPDATE OSRT_API SET nameId = 4 WHERE nameId = 2'
run nst-dump "$db"
is "$status $(cat "$tmp/err")" "1 nst-dump: $db: StringIds: string or blob too big" 'one of 70 MB is too long'
is "$(jq -c .name "$tmp/out" | paste -sd ' ')" 'null "short"' '... what comes before it is there'
sqlite3 "$db" 'CREATE TABLE ProcessStreams(contentId); INSERT INTO ProcessStreams VALUES (4)'
run nst-dump "$db"
is "$status $(events "$tmp/out" | jq -c .name | paste -sd ' ')" '0 "short" "4" "behind"' '... but output of a process may be, it is not read'
rm "$db"

# page FILE NUMBER PAGE...: page NUMBER, of 512 bytes, becomes one that leads to these; its keys are
# far above those of any row.
page() {
	perl -e '
		my ($file, $number, @to) = @ARGV;
		my ($last, $at, $cells, $places) = (pop(@to), 512, "", "");
		for (@to) {
			my $cell = pack("N", $_) . "\xC0\x80\x80\x80\x00";
			$at -= length $cell;
			$cells = $cell . $cells;
			$places .= pack("n", $at);
		}
		open(my $f, "+<", $file) or die;
		seek($f, 512 * ($number - 1), 0);
		print $f pack("CnnnCN", 5, 0, scalar(@to), $at, 0, $last) . $places . "\0" x ($at - 12 - length $places) . $cells;
	' "$@"
}

# pages TABLE COLUMNS: a file with pages of 512 bytes, a table of 500 rows on several of them, and
# an event that has a process, a thread and a stream. $root is the first of the table, $leaves are
# the others.
pages() {
	rm -f "$tmp/pages.sqlite"
	db=$tmp/pages.sqlite
	sqlite3 -batch "$db" <<-END
		PRAGMA page_size = 512;
		CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value);
		CREATE TABLE MPI_OTHER_EVENTS(start, end, textId, globalTid);
		INSERT INTO MPI_OTHER_EVENTS VALUES (1, 2, 1, 16777217);
		CREATE TABLE CUPTI_ACTIVITY_KIND_MEMSET(start, end, deviceId, contextId, streamId, globalPid);
		INSERT INTO CUPTI_ACTIVITY_KIND_MEMSET VALUES (3, 4, 0, 1, 7, 16777216);
		CREATE TABLE IF NOT EXISTS $1($2);
		INSERT INTO $1 WITH RECURSIVE n(i) AS (VALUES (1000) UNION ALL SELECT i + 1 FROM n WHERE i < 1499) SELECT i, i + 5, i FROM n;
	END
	root=$(sqlite3 "$db" "SELECT rootpage FROM sqlite_schema WHERE name = '$1'")
	leaves=$(sqlite3 "$db" "SELECT pageno FROM dbstat WHERE name = '$1' AND pageno <> $root ORDER BY pageno")
}

# bomb COUNT: the first page of the table leads to the next one ten times, and so on: so many powers
# of ten are the copies of the last.
bomb() {
	at=$root
	# shellcheck disable=SC2086 # a list
	for next in $(echo $leaves | cut -d ' ' -f "1-$1"); do
		page "$db" "$at" "$next" "$next" "$next" "$next" "$next" "$next" "$next" "$next" "$next" "$next"
		at=$next
	done
}

for powers in 1 10; do
	pages OSRT_API 'start, end, nameId'
	bomb $powers
	fails "10 to the $powers copies of a page of events" 'OSRT_API: malformed: its rows are not in order of their numbers$' "$db"
done
for table in PROCESSES:globalPid,name,c ThreadNames:globalTid,nameId,c ProcessStreams:contentId,b,c TARGET_INFO_CUDA_CONTEXT_INFO:processId,contextId,nullStreamId \
	MPI_RANKS:globalTid,rank,c META_DATA_EXPORT:name,value,c TARGET_INFO_GPU:id,cuDevice,name mine:a,b,c; do
	pages "${table%:*}" "${table#*:}"
	bomb 10
	run timeout 20 nst-dump "$db"
	is "$status $(sed "s|^nst-dump: $db: ||" "$tmp/err")" '1 malformed: its tables have no end' "10 billion copies of a page of ${table%:*}: refused"
	[ "$table" = mine:a,b,c ] || is "$(grep -c '"type":"end"' "$tmp/out")" 0 "10 billion copies of a page of ${table%:*}: no end"
done

# A page that leads to itself, one of no kind, one whose cells lie upon each other, a row longer
# than the file, a free list that is nonsense. damage OFFSET BYTES: overwrites bytes of the file.
damage() {
	printf '%b' "$2" | dd of="$db" bs=1 seek="$1" conv=notrunc 2>"$tmp/dd"
}
pages OSRT_API 'start, end, nameId'
page "$db" "$root" "$root" "$root"
fails 'a page that leads to itself' 'OSRT_API: .*malformed' "$db"
pages OSRT_API 'start, end, nameId'
leaf=$((${leaves##*[!0-9]} * 512 - 512))
damage $leaf '\0007'
fails 'a page of no kind' 'OSRT_API: .*malformed' "$db"
pages OSRT_API 'start, end, nameId'
damage $((leaf + 8)) '\0000\0011\0000\0011\0000\0011\0000\0011'
fails 'cells that lie upon each other' 'OSRT_API: .*malformed' "$db"
pages OSRT_API 'start, end, nameId'
damage 32 '\0000\0000\0377\0377\0000\0000\0377\0377'
before=$(contents)
run timeout 20 nst-dump "$db"
is "$status $(events "$tmp/out" | wc -l) $(contents)" "0 502 $before" 'a free list that is nonsense is not read'
fixture long <<END
CREATE TABLE OSRT_API(start, end, nameId);
INSERT INTO OSRT_API VALUES (1, 2, 1);
INSERT INTO StringIds VALUES (1, printf('%.100000c', 'x'));
END
text=$(sqlite3 "$db" "SELECT pageno FROM dbstat WHERE name = 'StringIds' AND pagetype = 'leaf'")
text=$((text * 4096 - 4096))
damage $((text + $(od -An -tu1 -j$((text + 8)) -N2 "$db" | awk '{ print $1 * 256 + $2 }'))) '\0277\0377\0177'
run timeout 20 nst-dump "$db"
is "$status $(wc -l <"$tmp/out") $(sed "s|^nst-dump: $db: ||" "$tmp/err")" '1 1 StringIds: database disk image is malformed' 'a text longer than the file: behind the header comes nothing'

# What a path may lead to.
mkfifo "$box/pipe"
ln -s loop "$box/loop"
ln -s nothing "$box/dangling"
for path in pipe:'not a file' loop:'Too many levels of symbolic links' dangling:'No such file or directory' .:'a folder: name the profiles in it'; do
	fails "${path%%:*}" "${path#*:}\$" "$box/${path%%:*}"
done
for path in /dev/null /dev/zero; do
	fails "$path" 'not a file$' "$path"
	run timeout 20 nst-dump - <"$path"
	is "$status $(cat "$tmp/err")" '1 nst-dump: stdin: not a file' "$path as standard input"
done
run timeout 20 nst-dump - <"$box"
is "$status $(cat "$tmp/err")" '1 nst-dump: stdin: a folder: name the profiles in it' 'a folder as standard input'
rm -f "$box"/*

# A file that is cut while it is read: the reader stops when the pipe is full, until the file is
# short.
fixture shrinks <<END
CREATE TABLE OSRT_API(start, end, nameId);
INSERT INTO OSRT_API WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 99999) SELECT i * 10, i * 10 + 5, i FROM n;
END
cp "$db" "$tmp/original"
for readers in 1 3; do
	cp "$tmp/original" "$db"
	{
		status=0
		timeout 20 nst-dump -j $readers "$db" 2>"$tmp/err" || status=$?
		echo $status >"$tmp/status"
	} | {
		read -r line
		echo "$line"
		truncate -s 20000 "$db"
		cat
	} >"$tmp/out"
	is "$(cat "$tmp/status") $(wc -l <"$tmp/err") $(grep -c '"type":"end"' "$tmp/out")" '1 1 0' "a file cut while it is read, $readers readers: fails, without an end"
	like "$(cat "$tmp/err")" "^nst-dump: $db: OSRT_API: " "a file cut while it is read, $readers readers: says so"
	ok "a file cut while it is read, $readers readers: whole lines" jq -e .ts "$tmp/out"
done

# Temporary files: where a table has to be sorted, and how that fails.
fixture messy <<END
CREATE TABLE OSRT_API(start, end, nameId, globalTid, correlationId, returnValue, nestingLevel, callchainId);
INSERT INTO OSRT_API WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 99999) SELECT i * 49999 % 100000, i * 49999 % 100000 + 5, 1, i, i, i, i, i FROM n;
END
mv "$db" "$box/messy.sqlite"
db=$box/messy.sqlite
before=$(contents)
mkdir "$tmp/aside"
cd "$box" || exit 1
run env TMPDIR="$tmp/aside" nst-dump "$db"
is "$status $(wc -l <"$tmp/out") $(find "$tmp/aside" | wc -l) $(contents)" "0 100002 1 $before" 'a table that is sorted leaves nothing beside it, in TMPDIR or here'
cp "$tmp/out" "$tmp/sorted"
run env TMPDIR="$tmp/nowhere" nst-dump "$db"
same "$tmp/out" "$tmp/sorted" '... nor does it need a TMPDIR that is there'
status=0
(
	ulimit -f 100
	env --default-signal=XFSZ nst-dump "$db" 2>"$tmp/err"
) | cat >"$tmp/out"
is "$(sed "s|^nst-dump: $db: ||" "$tmp/err")" 'OSRT_API: no room to sort it, in the folder of temporary files (TMPDIR): File too large' 'no room for temporary files: one line says so'
is "$(contents)" "$before" 'no room for temporary files: nothing is left beside it'
cd "$top" || exit 1

# As many streams as kernels: each is looked for once.
fixture streams <<END
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, deviceId, contextId, streamId, globalPid, shortName);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 99999) SELECT i * 10, i * 10 + 5, 0, 1, i, 16777216, 1 FROM n;
CREATE TABLE TARGET_INFO_CUDA_STREAM(processId, contextId, streamId, priority, flag);
INSERT INTO TARGET_INFO_CUDA_STREAM SELECT 1, 1, streamId, 4294967295, 1 FROM CUPTI_ACTIVITY_KIND_KERNEL;
INSERT INTO TARGET_INFO_CUDA_STREAM VALUES (1, 1, 5, 7, 7), (1, 2, 6, 7, 7), (2, 1, 6, 7, 7), (1, 1, NULL, 7, 7);
CREATE TABLE TARGET_INFO_CUDA_CONTEXT_INFO(processId, contextId, nullStreamId);
INSERT INTO TARGET_INFO_CUDA_CONTEXT_INFO VALUES (1, 1, 7), (1, 2, 8), (2, 1, 9), (1, 1, NULL);
END
run timeout 20 nst-dump "$db"
is "$status $(grep -c '"name":"stream"' "$tmp/out") $(grep -c '"default":true' "$tmp/out") $(grep -c '"priority":-1,"flag"' "$tmp/out")" '0 100000 1 100000' \
	'100,000 streams: each is described, by the first row about it'
# numbers COUNT: a table n(i) of so many numbers from 0, to go before a SELECT.
numbers() {
	echo "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)"
}

# wrote OPTION... FILE: runs nst-dump, and says how many MiB it wrote, temporary files among them,
# and its status.
wrote() {
	# shellcheck disable=SC2016 # the inner shell's
	timeout 60 sh -c 'nst-dump "$@"; echo $? >&3; while read -r key value; do [ "$key" != wchar: ] || echo $((value >> 20)) >&3; done </proc/self/io' sh "$@" >"$tmp/out" 2>"$tmp/err" 3>"$tmp/wrote"
	paste -sd ' ' "$tmp/wrote"
}

# Joins: of a row that is large in a column that nobody needs, or in one, and of all rows with all.
for join in 'PMU_EVENTS cpu-metric counter_id PMU_EVENT_COUNTERS idx' 'UNCORE_PMU_EVENTS soc-metric counterId UNCORE_PMU_EVENT_VALUES type' \
	'BANDWIDTH_USAGE_EVENTS soc-metric valuesId BANDWIDTH_USAGE_VALUES idx'; do
	# shellcheck disable=SC2086 # five words
	set -- $join
	for size in 1000000 1; do
		for extra in notes end; do
			[ $size = 1 ] && [ $extra = notes ] && continue
			fixture join <<-END
				CREATE TABLE $1(start, end, $3, cpu, clusterId, notes);
				CREATE TABLE $4(id, $5, rawId, value);
				INSERT INTO $1(start, $3, $extra) SELECT 1, 5, CASE $size WHEN 1 THEN 2 ELSE printf('%0${size}d', 0) END;
				INSERT INTO $1(start, $3) $(numbers 5000) SELECT i, 5 FROM n WHERE $size = 1;
				INSERT INTO $4 $(numbers 5000) SELECT 5, 0, 0, i FROM n;
			END
			got=$(wrote --type "$2" "$db")
			if [ $extra = notes ]; then
				is "${got% *} $(events "$tmp/out" | wc -l)" '0 5000' "$1: a large column that nobody needs: all events"
			else
				like "${got% *} $(cat "$tmp/err")" "^1 nst-dump: .*: $1: malformed: its rows belong to more rows of another table than an export of [0-9]* bytes can have\$" "$1: $size bytes in each row of a join: refused"
			fi
			[ "${got#* }" -lt 400 ]
			report $? "$1: $size bytes in $extra: little is written: ${got#* } MiB"
		done
	done
done

# A file of which only the version to read says write-ahead.
cp "$(profile sample)" "$box/wal.sqlite"
printf '\2' | dd of="$box/wal.sqlite" bs=1 seek=19 conv=notrunc 2>"$tmp/dd"
nst-dump "$(profile sample)" >"$tmp/plain" 2>"$tmp/err"
before=$(contents)
run nst-dump "$box/wal.sqlite"
same "$tmp/out" "$tmp/plain" 'write-ahead in byte 19 only: the same stream'
is "$(contents)" "$before" 'write-ahead in byte 19 only: nothing is left beside it'

# With damage, so many workers end as one.
for attack in join-time stale-index damaged-stacks; do
	file=../shared/attacks/$attack.sqlite.gz
	if [ ! -e "$file" ]; then
		report 0 "$attack: any number of workers # SKIP $file is not here"
		continue
	fi
	gzip -dc "$file" >"$box/$attack.sqlite"
	for options in '' '--stacks' '--stacks --from 1s' '--type gpu-memory,cpu-metric'; do
		for n in 1 2 3; do
			# shellcheck disable=SC2086
			run timeout 60 nst-dump -j $n $options "$box/$attack.sqlite"
			[ $n != 1 ] || cp "$tmp/out" "$tmp/alone"
			echo "$status $(cat "$tmp/err") $(cmp "$tmp/out" "$tmp/alone")"
		done | sort -u >"$tmp/ends"
		is "$(wc -l <"$tmp/ends")" 1 "$attack: $options: one, two and three workers end alike"
	done
	[ $attack != stale-index ] || is "$(nst-dump --type gpu-memory "$box/$attack.sqlite" | grep -c '"type":"gpu-memory"')" 300 'an index that lacks rows: they are there'
done
rm -f "$box"/*

finish
