#!/bin/sh
# SPDX-License-Identifier: MIT
# Several readers of one export (-j) write what one writes: the same bytes, messages and status,
# also when something goes wrong.
. tests/tap.sh
. tests/nst-dump/oracle.sh

# alike DESCRIPTION READERS ARGUMENT...: with so many readers as with one. What one wrote is left in
# $tmp/one and $tmp/one.err.
alike() {
	what=$1 readers=$2
	shift 2
	timeout 60 nst-dump -j 1 "$@" >"$tmp/one" 2>"$tmp/one.err"
	alone=$?
	for n in $readers; do
		run timeout 60 nst-dump -j "$n" "$@"
		is "$status $(cat "$tmp/err")" "$alone $(cat "$tmp/one.err")" "$what: $n readers: status and messages"
		same "$tmp/out" "$tmp/one" "$what: $n readers: the same bytes"
	done
}

# whole DESCRIPTION READERS: the fixture is dumped without a message, alike.
whole() {
	alike "$1" "$2" "$db"
	is "$alone $(cat "$tmp/one.err") $(grep -c '"type":"end"' "$tmp/one")" '0  1' "$1: it is whole"
}

# numbers COUNT: a table n(i) of so many numbers from 0, to go before a SELECT.
numbers() {
	echo "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)"
}

thread=$(((1 << 48) + (7 << 24)))

# Real profiles.
for name in $(profiles); do
	alike "$name" '2 3 7 64' "$(profile "$name")"
	from=$(sed -n '1s/^{"ts":\([0-9]*\).*/\1/p' "$tmp/one") to=$(sed -n '$s/^{"ts":\([0-9]*\).*/\1/p' "$tmp/one")
	third=$(((to - from) / 3))
	alike "$name: some types" 3 --type kernel,nvtx,sched,osrt "$(profile "$name")"
	alike "$name: a window" 3 --from $((from + third)) --to $((to - third)) "$(profile "$name")"
	alike "$name: names" 3 --names demangled "$(profile "$name")"
done
for n in 0 65 -1 x ''; do
	run nst-dump -j "$n" "$(profile sample)"
	is "$status $(wc -c <"$tmp/out")" '2 0' "-j '$n': usage error"
done

# No tables, no rows.
fixture none </dev/null
whole 'no tables' '2 64'
fixture empty <<END
CREATE TABLE OSRT_API(start, end);
CREATE TABLE NVTX_EVENTS(start, end, eventType, text);
INSERT INTO OSRT_API VALUES (NULL, 5);
END
alike 'no events' '2 64' "$db"

# Many rows at one time, their lengths in no order, in two tables; where a slice or a part of the
# table ends, some of them do.
fixture ties <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 140000) SELECT i / 1000, i / 1000 + i * 7919 % 97, 0, 0, i FROM n;
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, correlationId);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT start, CASE WHEN nestingLevel % 13 THEN end END, 1, nestingLevel FROM OSRT_API WHERE nestingLevel % 2;
END
whole 'many ties' '2 3 7 64'
fixture instant <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 140000) SELECT 5, 5 + i * 7919 % 97, 0, 0, i FROM n;
END
whole 'all rows at one time, more than are kept' '2 3'

# Runs, also where the parts of a table that several readers look through make one too many of them.
for runs in 2 200 256 300; do
	fixture runs <<-END
		CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
		INSERT INTO OSRT_API $(numbers 140000) SELECT i % (140000 / $runs) * 10 + i % 7, i % (140000 / $runs) * 10 + 20, 0, 0, i FROM n;
		CREATE TABLE SCHED_EVENTS(start, isSchedIn, cpu);
		INSERT INTO SCHED_EVENTS SELECT start + 5, 1, nestingLevel FROM OSRT_API WHERE nestingLevel % 3 = 0;
	END
	whole "$runs runs or some more" '2 3 7'
done

# What names things, first needed in any slice: threads, processes and domains that come one after
# another; the domains are registered behind all ranges.
fixture names <<END
INSERT INTO StringIds $(numbers 500) SELECT i, 'thread ' || i FROM n;
CREATE TABLE ThreadNames(nameId, globalTid);
INSERT INTO ThreadNames SELECT id, $thread + id FROM StringIds;
CREATE TABLE PROCESSES(globalPid, name);
INSERT INTO PROCESSES SELECT (id + 1000) << 24, 'process ' || id FROM StringIds WHERE id BETWEEN 1 AND 100;
CREATE TABLE NVTX_EVENTS(start, end, eventType, text, globalTid, domainId, category);
INSERT INTO NVTX_EVENTS $(numbers 100000) SELECT i * 10, i * 10 + 25, CASE i % 9 WHEN 4 THEN 34 ELSE 59 END, 'range ' || i, $thread + i / 200, i / 700, i / 300 % 5 FROM n;
INSERT INTO NVTX_EVENTS $(numbers 140) SELECT 999990, NULL, 75, 'domain ' || i, $thread, i, NULL FROM n WHERE i;
INSERT INTO NVTX_EVENTS $(numbers 140) SELECT 999990, NULL, 33, 'category ' || i, $thread, i, i % 5 FROM n;
INSERT INTO NVTX_EVENTS VALUES (999990, NULL, 39, 'main', $thread + 77, 0, 0), (999990, NULL, 39, 'other', $thread + 9999, 0, 0), (999991, 999992, 59, 'x', $thread + 9999, 0, 0);
CREATE TABLE OSRT_API(start, end, nameId, globalTid);
INSERT INTO OSRT_API $(numbers 60000) SELECT i * 17, i * 17 + 5, 1, ((i / 600 + 1001) << 24) + i % 3 FROM n;
END
whole 'names' '2 3 7 64'
is "$(jq -r 'select(.type == "meta").name' "$tmp/one" | sort | uniq -c | awk '{ print $2 $1 }' | paste -sd ' ')" 'domain139 process100 thread501' 'names: all come, once'
for window in '300000 700000' '300000 300100' '999995 9999999'; do
	alike "names: from ${window% *} to ${window#* }" '3' --from "${window% *}" --to "${window#* }" "$db"
done

# Values of wrong types, rows without a time, that end before they start, or of unknown kinds: what
# the messages count is the same.
fixture odd <<END
CREATE TABLE OSRT_API(start, end, nameId, globalTid);
INSERT INTO OSRT_API $(numbers 150000) SELECT CASE WHEN i % 100 = 7 THEN 'soon' WHEN i % 1000 = 8 THEN NULL ELSE i * 10 END,
	CASE i % 301 WHEN 0 THEN 'late' WHEN 1 THEN 1.5 WHEN 2 THEN -5 WHEN 3 THEN NULL ELSE i * 10 + 3 END, CASE i % 99 WHEN 5 THEN x'00' ELSE i END, CASE i % 77 WHEN 6 THEN 'me' ELSE $thread END FROM n;
CREATE TABLE CUPTI_ACTIVITY_KIND_KERNEL(start, end, shortName);
INSERT INTO CUPTI_ACTIVITY_KIND_KERNEL $(numbers 80000) SELECT i * 20 * (i % 50 > 0), (i * 20 + 5) * (i % 50 > 0), 1 FROM n;
CREATE TABLE NVTX_EVENTS(start, end, eventType, text);
INSERT INTO NVTX_EVENTS $(numbers 70000) SELECT i * 15, i * 15 + 9, CASE i % 40 WHEN 0 THEN 99 WHEN 1 THEN 'range' ELSE 59 END, CASE i % 60 WHEN 3 THEN 4 ELSE 'x' END FROM n;
CREATE TABLE MPI_OTHER_EVENTS(start);
INSERT INTO MPI_OTHER_EVENTS VALUES (1), (2);
END
alike 'wrong types' '2 3 7 64' "$db"
is "$alone $(grep -c . "$tmp/one.err")" '1 6' 'wrong types: what there is to say about them'
fixture columns <<END
CREATE TABLE NVTX_EVENTS(start, end, text);
CREATE TABLE OSRT_API(start, end);
INSERT INTO OSRT_API VALUES (1, 2);
END
alike 'a column is missing' '2 3' "$db"
is "$(sort "$tmp/one.err" | uniq -d)" '' 'a column is missing: said once'

# Two machines with one pid.
fixture machines <<END
CREATE TABLE OSRT_API(start, end, globalTid);
INSERT INTO OSRT_API $(numbers 140000) SELECT i * 10, i * 10 + 5, ((i / 20000 % 2) << 48) + ((7 + i % 2) << 24) + 1 FROM n;
END
alike 'two machines' '2 3 7' "$db"
is "$(sed 's/.*: two/two/' "$tmp/one.err")" 'two machines have a process 7: their events are mixed
two machines have a process 8: their events are mixed' 'two machines: said once each'

# Row numbers with gaps, and below 0: there are few rows, and many slices of them. They come as the
# same rows do without gaps.
for numbers in '(i - 1500) * 100000' 'i * i * 1000' '(i - 1500) * 6000000000000000' 'CASE WHEN i < 2999 THEN i ELSE 9223372036854775807 END' 'i * 9 - (i < 5) * 9223372036854775807'; do
	for gaps in i "$numbers"; do
		fixture gaps <<-END
			CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
			INSERT INTO OSRT_API(rowid, start, end, callchainId, correlationId, nestingLevel) $(numbers 3000)
				SELECT $gaps, i % 1000 / 7 * 7, i % 1000 / 7 * 7 + i * 7919 % 97, 0, 0, i FROM n;
			CREATE TABLE SCHED_EVENTS(start, isSchedIn, cpu);
			INSERT INTO SCHED_EVENTS(rowid, start, isSchedIn, cpu) $(numbers 3000) SELECT $gaps, i / 3, 1, i FROM n;
		END
		[ "$gaps" != i ] || nst-dump "$db" >"$tmp/dense"
	done
	whole "row numbers $numbers" '2 3 7'
	same "$tmp/one" "$tmp/dense" "row numbers $numbers: what rows without gaps give"
done
fixture without <<END
CREATE TABLE OSRT_API(start PRIMARY KEY, end) WITHOUT ROWID;
INSERT INTO OSRT_API VALUES (1, 2), (3, 4);
END
alike 'rows without numbers' '2 3' "$db"

# Long events that began before a window, in two tables: those of one reach farther back.
fixture early <<END
CREATE TABLE OSRT_API(start, end);
INSERT INTO OSRT_API $(numbers 100000) SELECT i * 10, CASE WHEN i % 100 THEN i * 10 + 5 ELSE 5000000 END FROM n;
CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass);
INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME SELECT start + 3, CASE WHEN start < 430000 THEN start + 4 ELSE end END, 1 FROM OSRT_API;
END
for window in '500000 500100' '500000 900000' '10 20' '999990 6000000'; do
	alike "long events: from ${window% *} to ${window#* }" '2 3 7' --from "${window% *}" --to "${window#* }" "$db"
done

# lose FILE TABLE NTH: the page with that leaf of a table is lost; fails when there is none.
# shellcheck disable=SC2317 # called by ok
lose() {
	page=$(sqlite3 "$1" "SELECT pageno FROM dbstat WHERE name = '$2' AND pagetype = 'leaf' ORDER BY path LIMIT 1 OFFSET $3")
	[ -n "$page" ] && dd if=/dev/zero of="$1" bs=4096 seek=$((page - 1)) count=1 conv=notrunc 2>"$tmp/dd"
}

# An error in the middle: what comes before it is written, in whole lines, and one message says what
# it is.
fixture broken <<END
INSERT INTO StringIds $(numbers 100000) SELECT i, printf('%0100d', i) FROM n;
CREATE TABLE OSRT_API(start, end, nameId);
INSERT INTO OSRT_API $(numbers 100000) SELECT i * 10, i * 10 + 5, i FROM n;
END
nst-dump "$db" >"$tmp/whole"
ok 'a page of strings is lost' lose "$db" StringIds 1500
alike 'a lost page of strings' '2 3 7' "$db"
is "$alone $(wc -l <"$tmp/one.err") $(grep -c '"type":"end"' "$tmp/one")" '1 1 0' 'a lost page of strings: fails, without an end'
lines=$(wc -l <"$tmp/out")
[ "$lines" -gt 40000 ] && [ "$lines" -lt 100000 ]
report $? "a lost page of strings: the events before it are there, $lines lines"
head -n "$lines" "$tmp/whole" >"$tmp/head"
same "$tmp/out" "$tmp/head" 'a lost page of strings: whole lines, and they are right'
ok 'a page of the events is lost' lose "$db" OSRT_API 100
alike 'a lost page of events' '2 3 7' "$db"
is "$alone $(wc -l <"$tmp/one.err") $(wc -c <"$tmp/one")" '1 1 0' 'a lost page of events: fails before anything is written'

# Output that cannot be written.
db=$tmp/early.sqlite
for n in 2 3 7; do
	timeout 60 nst-dump -j $n "$db" >/dev/full 2>"$tmp/err"
	is "$? $(cat "$tmp/err")" '1 nst-dump: standard output: No space left on device' "a full disk: $n readers"
	timeout 60 nst-dump -j $n "$db" >&- 2>"$tmp/err"
	is "$? $(cat "$tmp/err")" '1 nst-dump: standard output: Bad file descriptor' "no standard output: $n readers"
	{
		timeout 60 env --default-signal=PIPE nst-dump -j $n "$db" 2>"$tmp/err"
		echo $? >"$tmp/status"
	} | head -n 1 >"$tmp/out"
	is "$(cat "$tmp/status") $(cat "$tmp/err") $(jq -r .type "$tmp/out")" '141  stream' "a closed pipe: $n readers: the signal ends it, without a message"
	{
		trap '' PIPE
		timeout 60 nst-dump -j $n "$db" 2>"$tmp/err"
		echo $? >"$tmp/status"
	} | head -n 1 >"$tmp/out"
	is "$(cat "$tmp/status") $(cat "$tmp/err")" '1 nst-dump: standard output: Broken pipe' "a closed pipe, the signal ignored: $n readers: one message"
done
finish
