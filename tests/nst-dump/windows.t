#!/bin/sh
# SPDX-License-Identifier: MIT
# Windows out of large tables: what nst-filter finds in the whole dump is what nst-dump finds,
# whatever the order of the tables and however early it began.
. tests/tap.sh
. tests/nst-dump/oracle.sh

# large NAME [STATUS] <SQL: a fixture, dumped whole to $tmp/whole; its named threads are in
# $tmp/threads.
large() {
	fixture large
	run timeout 60 nst-dump "$db"
	mv "$tmp/out" "$tmp/whole"
	is "$status $(grep -c '"type":"end"' "$tmp/whole")" "${2:-0} 1" "$1: the fixture is dumped"
	named "$tmp/whole" >"$tmp/names"
	sed -n 's/^"name":"thread",\("pid":[0-9]*,"tid":[0-9]*\),.*/\1/p' "$tmp/names" >"$tmp/threads"
}

# named FILE: what the meta records of a stream say, without when.
named() {
	sed -n 's/^{"ts":[0-9]*,"type":"meta",//p' "$1" | sort
}

# nameless FILE: threads of a stream that have a name in the whole, and none before their first
# event.
nameless() {
	awk 'FNR == NR { known[$0]; next }
		match($0, /"pid":[0-9]*,"tid":[0-9]*/) {
			thread = substr($0, RSTART, RLENGTH)
			if (/"type":"meta","name":"thread"/)
				delete known[thread]
			else if (thread in known)
				print thread
		}' "$tmp/threads" "$1" | sort -u
}

# window DESCRIPTION OPTION...: the events in the window are those that nst-filter finds in the
# whole, with the same names, and all around them is right.
window() {
	what=$1
	shift
	run timeout 10 nst-dump "$@" "$db"
	nst-filter "$@" "$tmp/whole" | events - >"$tmp/wanted"
	events "$tmp/out" >"$tmp/events"
	same "$tmp/events" "$tmp/wanted" "$what: $(wc -l <"$tmp/wanted") events"
	first=$(sed -n '1s/^{"ts":\(-*[0-9]*\).*/\1/p' "$tmp/wanted")
	is "$status $(head -n 1 "$tmp/out" | jq .ts) $(tail -n 1 "$tmp/out" | jq .events) $(named "$tmp/out" | comm -13 "$tmp/names" -) $(nameless "$tmp/out")" \
		"0 ${first:-0} $(($(wc -l <"$tmp/out") - 2))  " "$what: status, header, end and names"
}

# windows NAME LAST: windows at the start, in the middle and at the end of a fixture whose last
# event starts at LAST, and outside.
windows() {
	while IFS='|' read -r where options; do
		# shellcheck disable=SC2086 # words
		! chosen || window "$1: $where" $options
	done <<-END
		the start|--from 0 --to $(($2 / 100))
		the middle|--from $(($2 / 2)) --to $(($2 / 2 + $2 / 200))
		the middle, for an instant|--from $(($2 / 2)) --to $(($2 / 2 + 1))
		the end|--from $(($2 - $2 / 200)) --to $(($2 + 10))
		only from|--from $(($2 - $2 / 300))
		only to|--to $(($2 / 300))
		nearly all|--from 1 --to $2
		the last row|--from $2
		the first row|--to 1
		after all|--from $(($2 * 3)) --to $(($2 * 4))
	END
}

# numbers COUNT: a table n(i) of so many numbers from 0, to go before a SELECT.
numbers() {
	echo "WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < $1)"
}

thread=$(((1 << 48) + (7 << 24)))

# One sorted table, its threads one after the other or in turns. Domains, categories and threads are
# named far from what they name.
for turns in 'i % 10' 'i * 40503 >> 4 & 7' 'i / 30000'; do
	large "by start, threads $turns" <<-END
		INSERT INTO StringIds VALUES (1, 'main'), (2, 'registered');
		CREATE TABLE ThreadNames(nameId, globalTid);
		INSERT INTO ThreadNames VALUES (1, $thread);
		CREATE TABLE NVTX_EVENTS(start, end, eventType, text, textId, globalTid, domainId, category);
		INSERT INTO NVTX_EVENTS $(numbers 100) SELECT 0, NULL, CASE i % 2 WHEN 0 THEN 33 ELSE 75 END, 'early ' || i, NULL, $thread, i / 8, i % 8 / 2 FROM n;
		INSERT INTO NVTX_EVENTS $(numbers 60000) SELECT i * 10, CASE WHEN i % 7 THEN i * 10 + i % 40 END, CASE i % 7 WHEN 0 THEN 34 ELSE 59 + i % 2 END, 'range ' || i, NULL,
			$thread + ($turns), i * 40503 >> 5 & 15, i % 5 FROM n;
		INSERT INTO NVTX_EVENTS $(numbers 60) SELECT 600000, NULL, CASE i % 2 WHEN 0 THEN 33 ELSE 75 END, NULL, 2, $thread, 12 + i / 20, i % 20 / 2 FROM n;
		INSERT INTO NVTX_EVENTS $(numbers 8) SELECT 600000, NULL, 39, 'thread ' || i, NULL, $thread + i, NULL, NULL FROM n;
	END
	windows "by start, threads $turns" 599990
done

# As nsys writes calls: a run for each thread and class. Some threads live for a moment, with a few
# rows only; the others live together, or one after another. calls THREADS ROWS SHIFT: such a table;
# each long run begins that much later than the one before.
calls() {
	cat <<-END
		INSERT INTO StringIds $(numbers "$1") SELECT i, 'thread ' || i FROM n;
		CREATE TABLE ThreadNames(nameId, globalTid);
		INSERT INTO ThreadNames SELECT id, $thread + id FROM StringIds;
		CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid, correlationId);
		INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME WITH t AS (SELECT id AS t, id % 2 AS brief FROM StringIds), $(numbers "$2" | sed 's/^WITH RECURSIVE //')
			SELECT CASE WHEN brief THEN 3000000 - t * 100 + i ELSE t * $3 + i * 10 END AS at, 0, class, $thread + t, t * 10000 + i
			FROM t, (SELECT column1 AS class FROM (VALUES (0), (1))), n WHERE i < 5 - class * 2 OR NOT brief AND class <= 20000 / ($3 + 1) ORDER BY t, class, i;
		UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET end = start + 5;
	END
}
for shape in '2 30000 0' '11 5000 7' '40 1500 1000' '200 300 3' '20 5000 25000' '200 500 2500' '200 500 20000'; do
	set -- $shape
	name="calls of $1 threads, $3 ns apart"
	large "$name" <<-END
		$(calls "$@")
	END
	windows "$name" "$(sqlite3 "$db" 'SELECT max(start) FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE globalTid % 2 = 0')"
	window "$name: where some have a few" --from 2000000 --to 3000000
	for t in 1 5 39 77 99 101 197; do
		[ $t -ge "$1" ] || ! chosen || window "$name: thread $t, which has a few" --from $((3000000 - t * 100)) --to $((3000002 - t * 100))
	done
done

# In no order, and in order but for a few rows in the window: such a table is read whole.
large 'no order' <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 60013) SELECT i * 7919 % 60013 * 10, i * 7919 % 60013 * 10 + i % 30, 0, 0, i FROM n;
END
windows 'no order' 600120
large 'a few rows out of place' <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 60000) SELECT CASE WHEN i IN (30100, 30103) THEN 123456 WHEN i BETWEEN 30110 AND 30115 THEN 602250 - i * 10 ELSE i * 10 END, 0, 0, 0, i FROM n;
UPDATE OSRT_API SET end = start + 15;
END
window 'a few rows out of place' --from 300000 --to 303000
window 'a few rows out of place: before it' --from 301200 --to 303000
window 'a few rows out of place: behind it' --from 299000 --to 301000
window 'a few rows out of place: where they belong' --from 0 --to 301200

# Rows whose numbers have gaps: the same windows as without. In one table they are few, in one a
# single one is far behind all others, which are in no order.
large 'gaps' <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API(rowid, start, end, callchainId, correlationId, nestingLevel) $(numbers 60000) SELECT i * i / 7 + i - 500000, i * 10, i * 10 + 15, 0, 0, i FROM n;
CREATE TABLE SCHED_EVENTS(start, isSchedIn, cpu);
INSERT INTO SCHED_EVENTS(rowid, start, isSchedIn, cpu) $(numbers 40000) SELECT (i / 100 * 100000) + i % 100, i * 16, 1, i FROM n;
END
windows 'gaps' 599990
large 'gaps between few rows' <<END
CREATE TABLE OSRT_API(start, end, nestingLevel, callchainId, correlationId);
INSERT INTO OSRT_API(rowid, start, end, nestingLevel, callchainId, correlationId) $(numbers 1000) SELECT i * 1000, i * 10, CASE i % 100 WHEN 0 THEN 1000000 ELSE i * 10 + 5 END, i, 0, 0 FROM n;
END
windows 'gaps between few rows' 9990
large 'a gap as large as all' <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 40009) SELECT i * 7919 % 40009 * 10, i * 7919 % 40009 * 10 + 5, 0, 0, i FROM n;
INSERT INTO OSRT_API(rowid, start, end) VALUES (900000000, 400090, 400091);
END
windows 'a gap as large as all' 400090
for pair in '1 9223372036854775807' '-9223372036854775807 7' '-9223372036854775807 9223372036854775807' '-5000000000000000000 5000000000000000000'; do
	large "row numbers $pair" <<-END
		CREATE TABLE OSRT_API(start, end);
		INSERT INTO OSRT_API(rowid, start, end) VALUES (${pair% *}, 0, 20), (3, 15, 16), (${pair#* }, 30, 35);
	END
	window "row numbers $pair: the middle" --from 18 --to 31
	window "row numbers $pair: after all" --from 40
done

# Long events that began before the window, as far back as can be, alone in their table or in one
# with runs. early DESCRIPTION FROM ROWS: so many events that began before a window touch it; all
# are found.
early() {
	window "$1" --from "$2" --to $(($2 + 20))
	is "$(jq -r "select(.dur > 1000 and .ts < $2).ts" "$tmp/events" | wc -l)" "$3" "$1: long events before the window"
}
large 'long events' <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 100000) SELECT i * 10, CASE i % 100 WHEN 0 THEN 5000000 ELSE i * 10 + 15 END, 0, 0, i FROM n;
END
early 'long events' 327680 328
early 'long events in the middle' 500000 500
early 'long events at the end' 1000000 1000
early 'long events behind the end' 3000000 1000
window 'long events behind all' --from 5000000
large 'long events of four threads' <<END
CREATE TABLE OSRT_API(start, end, globalTid, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 100000) SELECT i % 25000 * 10, CASE i % 100 WHEN 0 THEN 5000000 ELSE i % 25000 * 10 + 15 END, $thread + i / 25000, 0, 0, i FROM n;
END
early 'long events of four threads' 200000 800
large 'one long event, before all others' <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 200000) SELECT i * 10, CASE i WHEN 0 THEN 5000000 ELSE i * 10 + 5 END, 0, 0, i FROM n;
END
early 'one long event, before all others' 1999000 1

# A small table beside a large one.
large 'a small table' <<END
CREATE TABLE OSRT_API(start, end, callchainId, correlationId, nestingLevel);
INSERT INTO OSRT_API $(numbers 60000) SELECT i * 10, i * 10 + 15, 0, 0, i FROM n;
CREATE TABLE NVTX_EVENTS(start, end, eventType, text);
INSERT INTO NVTX_EVENTS $(numbers 32768) SELECT i * 18, CASE WHEN i % 1000 THEN i * 18 + 10 WHEN i % 3000 THEN 5000000 END, 59, 'range ' || i FROM n;
END
windows 'a small table' 599990

# Ranges never closed, and marks, which have no end; events that end as they start.
large 'open ranges and marks' <<END
CREATE TABLE NVTX_EVENTS(start, end, eventType, text);
INSERT INTO NVTX_EVENTS $(numbers 40000) SELECT i * 10, CASE WHEN i % 9 THEN i * 10 + i % 2 END, CASE i % 3 WHEN 0 THEN 34 ELSE 59 END, 'range ' || i FROM n;
UPDATE NVTX_EVENTS SET end = NULL WHERE rowid % 1000 = 5;
END
window 'open ranges and marks: in the middle' --from 327670 --to 327700
window 'open ranges and marks: at the start of one' --from 200000 --to 200001

# Rows without a start are passed over, wherever they are; these are where a search by halves comes
# by, and no look at equal steps.
for table in 'OSRT_API(start INTEGER, end INTEGER, callchainId, correlationId, nestingLevel)' 'SCHED_EVENTS(start INTEGER, isSchedIn, cpu)'; do
	for none in NULL "'soon'" 0.5; do
		large "without a start, ${table%%(*}, $none" 1 <<-END
			CREATE TABLE $table;
			INSERT INTO ${table%%(*} $(numbers 100000) SELECT CASE WHEN i IN (60106, 60093) THEN $none ELSE i * 10 END, $(case $table in SCHED*) echo 1, ;; *) echo i \* 10 + 5, 0, 0, ;; esac) i FROM n;
		END
		for at in 60106 60093; do
			nst-dump --from $((at * 10 - 60)) --to $((at * 10 + 60)) "$db" 2>"$tmp/err" | events - >"$tmp/events"
			nst-filter --from $((at * 10 - 60)) --to $((at * 10 + 60)) "$tmp/whole" | events - >"$tmp/wanted"
			same "$tmp/events" "$tmp/wanted" "without a start, ${table%%(*}, $none: around row $at"
		done
	done
done

# What a window costs is one pass over the times, and what it holds: a dump reads the rows twice.
large 'cost' <<END
INSERT INTO StringIds $(numbers 1000) SELECT i, 'name ' || i FROM n;
CREATE TABLE OSRT_API(start, end, nameId, globalTid);
INSERT INTO OSRT_API $(numbers 400000) SELECT i * 10, i * 10 + 15, i % 1000, $thread + i % 3 FROM n;
CREATE TABLE SCHED_EVENTS(start, isSchedIn, cpu);
INSERT INTO SCHED_EVENTS SELECT start, 1, nameId FROM OSRT_API;
END
# reads OPTION...: how many bytes nst-dump reads.
reads() {
	# shellcheck disable=SC2016 # the inner shell's
	sh -c 'nst-dump "$@" >/dev/null; while read -r key value; do [ "$key" != rchar: ] || echo "$value"; done </proc/self/io' sh "$@"
}
if [ -r /proc/self/io ]; then
	nothing=$(reads --version) all=$(($(reads "$db") - nothing)) some=$(($(reads --from 2000000 --to 2040000 "$db") - nothing))
	[ "$all" -gt $(($(wc -c <"$db") * 3 / 2)) ] && [ "$some" -lt $((all * 3 / 5)) ]
	report $? "a hundredth reads $some bytes, all of it $all"
else
	report 0 'a hundredth reads few bytes # SKIP no /proc/self/io here'
fi
finish
