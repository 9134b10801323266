#!/bin/sh
# SPDX-License-Identifier: MIT
# What is no export, or a broken one; output that cannot be written. Nothing is ever left beside the
# file.
. tests/tap.sh
. tests/nst-dump/oracle.sh
. tests/nst-dump/box.sh

sample=$(profile sample)

# dumps DESCRIPTION FILE: a file of the box is an export like the sample.
dumps() {
	before=$(contents)
	run nst-dump "$2"
	is "$status" 0 "$1: exit status"
	same "$tmp/out" "$tmp/sample.ndjson" "$1: the same stream"
	is "$(contents)" "$before" "$1: nothing is left beside it"
}

nst-dump "$sample" >"$tmp/sample.ndjson" 2>"$tmp/sample.err"

# Not an export.
fails 'no file' 'No such file' "$box/nothing.sqlite"
fails 'a folder' 'a folder: name the profiles in it' "$box"
: >"$box/empty.sqlite"
fails 'an empty file' empty "$box/empty.sqlite"
echo 'ts,dur,name' >"$box/short.txt"
fails 'a short text' 'neither a report nor an export nor a trace' "$box/short.txt"
head -c 100000 "$tmp/sample.ndjson" >"$box/long.txt"
fails 'a stream' 'a stream of events, not a profile: it needs no nst-dump' "$box/long.txt"
sed 's/[{,]/&\n  /g; 3q' "$tmp/sample.ndjson" >"$box/pretty.json"
fails 'a stream, its records over several lines' 'a stream of events, not a profile' "$box/pretty.json"
sed 's/[{]/&"an other program":1,/' "$tmp/sample.ndjson" >"$box/other.json"
fails 'other JSON' 'neither a report nor an export nor a trace' "$box/other.json"
# Noise, which may begin like a trace of Chrome or Perfetto, or like a stream.
gzip -nc "$sample" | tail -c +1000 | head -c 5000 >"$tmp/noise"
for begin in '' '{' '[' '[ {' '\n' ' {' '{"'; do
	for name in run.nsys-rep run.qdrep run.ncu-rep run.sqlite; do
		case $name in
		*.ncu-rep) what='a report of Nsight Compute, not of Nsight Systems' ;;
		*.sqlite) what='named like an export of Nsight Systems, but not one' ;;
		*) what='named like a report of Nsight Systems, but not one' ;;
		esac
		# shellcheck disable=SC2059 # begin has an escape
		{ printf "$begin" && cat "$tmp/noise"; } >"$box/$name"
		fails "$name, noise after '$begin'" "$what\$" "$box/$name"
		rm "$box/$name"
	done
done
cp "$tmp/noise" "$box/run"
fails 'no suffix' 'neither a report nor an export nor a trace' "$box/run"
# A trace with the name of a report is a trace.
echo '[{"ph":"X","name":"a","pid":1,"tid":2,"ts":1,"dur":1}]' >"$box/run.nsys-rep"
ok 'a trace named like a report' nst-dump "$box/run.nsys-rep"
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
