#!/bin/sh
# SPDX-License-Identifier: MIT
# What is no export, or a broken or hostile one; output that cannot be written. Nothing is ever left beside the file.
. tests/tap.sh
. tests/nst-dump/oracle.sh

box=$tmp/box
mkdir "$box"
sample=$(profile sample)

# contents: all files of the box, with their sizes and sums.
contents() {
	(cd "$box" && find . -type f -exec cksum {} + | sort)
}

# dumps DESCRIPTION FILE: a file of the box is an export like the sample.
dumps() {
	before=$(contents)
	run nst-dump "$2"
	is "$status" 0 "$1: exit status"
	same "$tmp/out" "$tmp/sample.ndjson" "$1: the same stream"
	is "$(contents)" "$before" "$1: nothing is left beside it"
}

# fails DESCRIPTION PATTERN FILE: it cannot be read, and one line says why.
fails() {
	before=$(contents)
	run timeout 20 nst-dump "$3"
	is "$status $(wc -c <"$tmp/out")" '1 0' "$1: fails"
	is "$(wc -l <"$tmp/err")" 1 "$1: one line says why"
	like "$(cat "$tmp/err")" "^nst-dump: $3: .*$2" "$1: what it says"
	is "$(contents)" "$before" "$1: nothing is left beside it"
}

nst-dump "$sample" >"$tmp/sample.ndjson" 2>"$tmp/sample.err"

# Not an export.
fails 'no file' 'No such file' "$box/nothing.sqlite"
fails 'a folder' '(not a file|directory)' "$box"
: >"$box/empty.sqlite"
fails 'an empty file' empty "$box/empty.sqlite"
echo 'ts,dur,name' >"$box/short.txt"
fails 'a short text' 'not an SQLite database' "$box/short.txt"
head -c 100000 "$tmp/sample.ndjson" >"$box/long.txt"
fails 'a long text' 'not an SQLite database' "$box/long.txt"
for name in run.nsys-rep run.qdrep; do
	head -c 5000 /dev/urandom >"$box/$name"
	fails "$name" "nsys export --type sqlite $box/$name" "$box/$name"
done
sqlite3 "$box/other.sqlite" 'CREATE TABLE t(a); INSERT INTO t VALUES (1);'
fails 'another database' 'StringIds' "$box/other.sqlite"
sqlite3 "$box/void.sqlite" 'VACUUM;'
fails 'a database without tables' '' "$box/void.sqlite"

# Cut short.
size=$(wc -c <"$sample")
for bytes in 1 50 99; do
	head -c $bytes "$sample" >"$box/cut.sqlite"
	fails "the first $bytes bytes" '' "$box/cut.sqlite"
done
for bytes in 100 4096 $((size / 2)) $((size - 4096)) $((size - 1)); do
	head -c $bytes "$sample" >"$box/cut.sqlite"
	fails "the first $bytes bytes" 'truncated' "$box/cut.sqlite"
done
rm -f "$box"/*

# In use, or left behind by a program that was.
cp "$sample" "$box/p.sqlite"
mkfifo "$tmp/talk"
sqlite3 "$box/p.sqlite" <"$tmp/talk" >"$tmp/heard" &
exec 9>"$tmp/talk"
echo "BEGIN EXCLUSIVE; SELECT 'locked';" >&9
for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
	[ ! -s "$tmp/heard" ] || break
	sleep 0.1
done
is "$(cat "$tmp/heard")" locked 'somebody else has locked the file'
fails 'a locked file' 'locked' "$box/p.sqlite"
exec 9>&-
wait
dumps 'the lock is gone' "$box/p.sqlite"
for tail in journal wal; do
	: >"$box/p.sqlite-$tail"
	dumps "an empty -$tail beside it" "$box/p.sqlite"
	echo 'not nothing' >"$box/p.sqlite-$tail"
	fails "a -$tail beside it" "p.sqlite-$tail" "$box/p.sqlite"
	rm "$box/p.sqlite-$tail"
done
is "$(sqlite3 "$box/p.sqlite" 'PRAGMA journal_mode = WAL; CREATE TABLE ENUM_NEW(id);' | tail -n 1) $(ls "$box")" 'wal p.sqlite' 'a file in WAL mode, closed'
dumps 'a file in WAL mode' "$box/p.sqlite"
chmod a-w "$box/p.sqlite" "$box"
dumps 'a file in WAL mode that is read-only, in such a folder' "$box/p.sqlite"
chmod u+w "$box"
rm -f "$box/p.sqlite"
cp "$sample" "$box/p.sqlite"
chmod a-w "$box/p.sqlite" "$box"
dumps 'a read-only file in a read-only folder' "$box/p.sqlite"
chmod u+w "$box"
rm -f "$box/p.sqlite"

# Odd names, and a table that nothing reads.
cp "$sample" "$tmp/new.sqlite"
sqlite3 "$tmp/new.sqlite" 'CREATE TABLE NEW_EVENTS AS SELECT 1'
cd "$box" || exit 1
for name in 'two words' 'what?' 'what?mode=rwc' '#1' 'per%20cent' '100%' "it's" 'double"' 'back\slash' ':memory:' 'file:p.sqlite' 'file:p?vfs=none' 'é' 'a&b;c' ' ' 'a.nsys-rep.sqlite'; do
	cp "$tmp/new.sqlite" "./$name"
	cd "$top" || exit 1
	before=$(contents)
	(cd "$box" && nst-dump "$name") >"$tmp/out" 2>"$tmp/err"
	is "$? $(head -n 1 "$tmp/err")" "0 nst-dump: $name: not dumped: NEW_EVENTS, 1 rows" "a file named $name"
	same "$tmp/out" "$tmp/sample.ndjson" "a file named $name: the same stream"
	is "$(contents)" "$before" "a file named $name: nothing is left beside it"
	cd "$box" || exit 1
	rm -f "./$name"
done
cp "$tmp/new.sqlite" ./-dash
cd "$top" || exit 1
is "$(cd "$box" && nst-dump -- -dash 2>&1 >/dev/null)" 'nst-dump: -dash: not dumped: NEW_EVENTS, 1 rows' 'a file with a dash'
rm -f "$box"/*

# wipe FILE TABLE NTH: the page with that leaf of a table is lost; fails when there is none.
# shellcheck disable=SC2317 # called by ok
wipe() {
	page=$(sqlite3 "$1" "SELECT pageno FROM dbstat WHERE name = '$2' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET $3")
	[ -n "$page" ] && dd if=/dev/zero of="$1" bs=4096 seek=$((page - 1)) count=1 conv=notrunc 2>"$tmp/dd"
}

# A page in the middle of the events, and one of strings that only late events need.
for lost in 'CUPTI_ACTIVITY_KIND_RUNTIME 3' 'NVTX_EVENTS 0'; do
	cp "$sample" "$box/broken.sqlite"
	ok "lost: page $lost" wipe "$box/broken.sqlite" "${lost% *}" "${lost#* }"
	before=$(contents)
	run nst-dump "$box/broken.sqlite"
	is "$status $(grep -c '"type":"end"' "$tmp/out")" '1 0' "lost page of ${lost% *}: fails, without an end"
	like "$(cat "$tmp/err")" "^nst-dump: $box/broken.sqlite: ${lost% *}: .*malformed" "lost page of ${lost% *}: says where"
	is "$(contents)" "$before" "lost page of ${lost% *}: nothing is left beside it"
done
fixture strings <<END
INSERT INTO StringIds WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 1999) SELECT n, printf('%0100d', n) FROM n;
CREATE TABLE OSRT_API(start, end, nameId);
INSERT INTO OSRT_API SELECT id * 10, id * 10 + 5, id FROM StringIds;
END
nst-dump "$db" >"$tmp/whole"
ok 'lost: a page of strings' wipe "$db" StringIds 40
run nst-dump "$db"
is "$status $(grep -c '"type":"end"' "$tmp/out")" '1 0' 'lost page of strings: fails, without an end'
lines=$(wc -l <"$tmp/out")
[ "$lines" -gt 1000 ] && [ "$lines" -lt 1999 ]
report $? "lost page of strings: the events before it are there, $lines lines"
head -n "$lines" "$tmp/whole" >"$tmp/head"
same "$tmp/out" "$tmp/head" 'lost page of strings: and they are right'
rm -f "$box"/*

# A hostile schema: nothing in it is run. The views would never end.
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
fixture schema </dev/null
sqlite3 "$db" "CREATE TABLE OSRT_API(start, end); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE nonsense' WHERE name = 'OSRT_API';"
fails 'a schema that is nonsense' 'malformed' "$db"
fixture control </dev/null
sqlite3 "$db" "CREATE TABLE OSRT_API(start, end); PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE TABLE OSRT_API(' || char(27, 10) || ')' WHERE name = 'OSRT_API';"
fails 'a schema with control characters, which are not sent to the terminal' 'malformed.*u001b' "$db"

# A full disk.
for arguments in "$sample" --help --version --tables; do
	nst-dump "$arguments" >/dev/full 2>"$tmp/err"
	is "$? $(head -n 1 "$tmp/err")" '1 nst-dump: standard output: No space left on device' "a full disk: $arguments"
	nst-dump "$arguments" >&- 2>"$tmp/err"
	is "$? $(head -n 1 "$tmp/err")" '1 nst-dump: standard output: Bad file descriptor' "no standard output: $arguments"
done

# A reader that leaves.
fixture big <<END
CREATE TABLE OSRT_API(start, end);
INSERT INTO OSRT_API WITH RECURSIVE n(n) AS (VALUES (0) UNION ALL SELECT n + 1 FROM n WHERE n < 99999) SELECT n * 1000000, n * 1000000 + 500000 FROM n;
END
{
	env --default-signal=PIPE nst-dump "$db" 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -n 1 >"$tmp/out"
is "$(cat "$tmp/status") $(cat "$tmp/err") $(jq -r .type "$tmp/out")" '141  stream' 'a closed pipe: the signal ends it, without a message'
{
	trap '' PIPE
	nst-dump "$db" 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -n 1 >"$tmp/out"
is "$(cat "$tmp/status") $(cat "$tmp/err")" '1 nst-dump: standard output: Broken pipe' 'a closed pipe, the signal ignored: one message'
finish
