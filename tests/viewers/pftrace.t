#!/bin/sh
# SPDX-License-Identifier: MIT
# Perfetto sees in a trace of nst-perfetto what it sees in that of nst-chrome for the same stream,
# all of it and nothing else; and the same where the packets are not compressed.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

# What there is to see: slices with their args and which of them share a row, arrows, counters,
# complaints. Perfetto calls the args of the two formats "args." and "debug.", and adds the unit to
# the names of counters in JSON. A row goes by the first of its slices; in JSON its lanes are
# threads with a number behind their names, else tracks that Perfetto makes one of.
slices="select ts, dur, category, name, depth, min(what) over (partition by ifnull(thread, track)) as row, arguments from (
	select (select case when th.name glob '* · [0-9]' or th.name glob '* · [0-9][0-9]' then th.upid || rtrim(th.name, '0123456789') else th.upid || th.name || ' · ' end
		from thread_track tt join thread th using (utid) where tt.id = s.track_id and (select str_value from metadata where name = 'trace_type') = 'json') as thread, (select ifnull(track_group_id, 'no' || id) from track where id = s.track_id) as track, s.ts, s.dur, s.category, s.name, s.depth, printf('%020d %s %s %d %d', s.ts, s.category, s.name, s.dur, s.depth) as what, (
		select group_concat(substr(key, instr(key, '.') + 1) || '=' || value_type || ' ' || display_value, ', ')
		from (select * from args a where a.arg_set_id = s.arg_set_id order by key)) as arguments
	from slice s) order by 1, 2, 3, 4, 5, 6, 7"
flows="select o.ts, o.dur, o.name, i.ts, i.dur, i.name from flow f join slice o on f.slice_out = o.id join slice i on f.slice_in = i.id order by 1, 2, 3, 4, 5, 6"
counters="select c.ts, c.value, t.name as counter from counter c join counter_track t on c.track_id = t.id order by 1, 3, 2"
complaints="select name, value from stats where severity in ('error', 'data_loss') and value > 0"

# see TRACE: all that.
see() {
	"$query" "$1" "$slices" "$flows" "$counters" "$complaints" 2>&1
}

# alike NAME: the two traces of the stream $tmp/NAME.ndjson.
alike() {
	nst-chrome "$tmp/$1.ndjson" >"$tmp/trace.json" 2>"$tmp/err"
	nst-perfetto "$tmp/$1.ndjson" >"$tmp/trace.pftrace" 2>"$tmp/err"
	is "$? $(sed 's/^.*ndjson: //' "$tmp/err")" \
		"0 $(grep -v -q -e '"type":"stream"' -e '"type":"end"' -e '"type":"meta"' "$tmp/$1.ndjson" ||
			echo 'no events: the trace is empty')" "$1: written"
	see "$tmp/trace.json" | sed 's/^\([0-9]*	[^	]*	[^	]*\) \(value\|bytes\|%\|B.s\)$/\1/' >"$tmp/want"
	see "$tmp/trace.pftrace" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: the same to Perfetto ($(grep -c . "$tmp/want"))"
	is "$(tail -n 1 "$tmp/got")" "name	value" "$1: it complains of nothing"
}

for name in $(profiles); do
	chosen || [ "$name" = sample ] || continue
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link --ops kernel,memcpy,memset,graph >"$tmp/$name.ndjson"
	alike "$name"
	ok "$name: there is something to see" test "$(grep -c . "$tmp/want")" -gt 5
	nst-perfetto --plain "$tmp/$name.ndjson" >"$tmp/plain.pftrace" 2>"$tmp/err"
	see "$tmp/plain.pftrace" >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: the same as of packets that are not compressed"
	tree "$tmp/plain.pftrace" >"$tmp/want"
	tree "$tmp/trace.pftrace" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: ... and the same tree of $(grep -c . "$tmp/want") rows"
	ok "$name: ... which is larger" test "$(wc -c <"$tmp/plain.pftrace")" -gt $(($(wc -c <"$tmp/trace.pftrace") * 2))
done

# The streams of nst-chrome's cases, but for its options and errors, and those that are better off
# here: see below.
mkdir "$tmp/bin"
cat >"$tmp/bin/nst-chrome" <<'EOF'
#!/bin/sh
# Takes its input for a test.
for stream in - "$@"; do :; done
[ "$stream" != --no-domains ] || stream=-
cat "$stream" >"$STREAM"
EOF
chmod +x "$tmp/bin/nst-chrome"
for cmd in tests/nst-chrome/cases/*.cmd; do
	case=${cmd##*/}
	case=${case%.cmd}
	case $case in
	labels* | kineto* | object* | *bad-line | truncated* | empty* | header-and-end) continue ;;
	ts-large | ts-least | ts-negative | base-* | lanes-equal-times | cname-all | counter-not-finite) continue ;;
	esac
	(cd tests/nst-chrome/cases && STREAM=$tmp/$case.ndjson PATH=$tmp/bin:$PATH sh "./${cmd##*/}") >/dev/null 2>&1 </dev/null
	ok "$case: its stream" test -e "$tmp/$case.ndjson"
	alike "$case"
done

# The args that have fields of their own.
sed -n '/^{/p' tests/nst-perfetto/cases/fields.cmd >"$tmp/fields.ndjson"
alike fields

# Args that come again.
awk 'BEGIN { for (i = 0; i < 40; i++) printf "{\"ts\":%d,\"dur\":1,\"type\":\"osrt\",\"name\":\"n\",\"pid\":5,\"tid\":%d,\"args\":{\"registers\":%d,\"label\":\"a text that is long enough to make it worth keeping all this\",\"id\":%d}}\n", i, i % 2, i % 3, i }' >"$tmp/again.ndjson"
alike again

# show SQL: the answer over the trace of the stream on standard input.
show() {
	nst-perfetto >"$tmp/t.pftrace" && ask "$tmp/t.pftrace" "$@" "$complaints"
}

is "$(show "select ts, dur, name from slice order by name" <<'EOF'
{"ts":1,"dur":9223372036854775806,"type":"osrt","name":"endless","pid":5,"tid":5}
{"ts":9007199254740993,"dur":1,"type":"osrt","name":"odd","pid":5,"tid":5}
{"ts":9223372036854775806,"dur":1,"type":"osrt","name":"the last","pid":5,"tid":5}
EOF
)" "1	9223372036854775806	endless
9007199254740993	1	odd
9223372036854775806	1	the last" "times of any size are exact"

is "$(show "select ts, dur, depth, name from slice order by id" <<'EOF'
{"ts":10,"dur":10,"type":"nvtx","name":"outer","pid":5,"tid":6}
{"ts":10,"dur":10,"type":"nvtx","name":"same","pid":5,"tid":6}
{"ts":10,"dur":5,"type":"nvtx","name":"inner","pid":5,"tid":6}
{"ts":10,"dur":0,"type":"nvtx","name":"at the start","pid":5,"tid":6}
{"ts":15,"dur":5,"type":"nvtx","name":"next","pid":5,"tid":6}
{"ts":20,"dur":0,"type":"nvtx","name":"point","pid":5,"tid":6}
{"ts":20,"dur":0,"type":"nvtx","name":"same point","pid":5,"tid":6}
{"ts":20,"dur":5,"type":"nvtx","name":"after","pid":5,"tid":6}
EOF
)" "10	10	0	outer
10	10	1	same
10	5	2	inner
10	0	3	at the start
15	5	2	next
20	0	0	point
20	0	0	same point
20	5	0	after" "equal times and points: what touches is apart"

is "$(show "select s.ts, s.dur, s.name, t.name from slice s join track t on s.track_id = t.id order by s.id" <<'EOF'
{"ts":10,"type":"nvtx","name":"open","pid":5,"tid":6,"open":true}
{"ts":10,"type":"nvtx","name":"open inside","pid":5,"tid":6,"open":true}
{"ts":10,"dur":0,"type":"nvtx","name":"point","pid":5,"tid":6}
{"ts":10,"dur":5,"type":"nvtx","name":"inside","pid":5,"tid":6}
{"ts":50,"dur":4,"type":"osrt","name":"last","pid":5,"tid":6}
EOF
)" "10	44	open	NVTX
10	44	open inside	NVTX
10	0	point	NVTX
10	5	inside	NVTX
50	4	last	OS runtime" "ranges never closed are around what began with them"

nst-perfetto >"$tmp/t.pftrace" <<'EOF'
{"ts":1,"type":"meta","name":"process","pid":5,"args":{"name":"/opt/app"}}
{"ts":1,"dur":9,"type":"nvtx","name":"of the worker","pid":5,"tid":7,"domain":"D"}
{"ts":2,"dur":2,"type":"cuda-api","name":"cudaMemGetInfo","pid":5,"tid":7}
{"ts":3,"dur":3,"type":"nvtx","name":"of the main thread","pid":5,"tid":5,"domain":"E"}
{"ts":4,"dur":3,"type":"kernel","name":"nobody's","pid":5,"device":1,"context":1,"stream":7,"corr":99}
{"ts":5,"dur":3,"type":"memset","name":"another's","pid":6,"device":0,"context":1,"stream":7,"corr":99}
EOF
is "$(tree "$tmp/t.pftrace")" "0	GPU 0	group			0
1	Stream 7	track			1
0	GPU 1	group			0
1	Stream 7	track			1
0	app 5	process			0
1	main 5	group			0
2	NVTX · E	track			1
1	thread 7	group			0
2	NVTX · D	track			1
2	CUDA API	track			1" "threads that launch nothing have tracks, kernels without a launch are there"
is "$(ask "$tmp/t.pftrace" "select p.pid, p.name, t.tid, count(*) from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid) join process p using (upid) group by t.utid")" \
	"5	app	5	1
5	app	7	2" "Perfetto's own tables know processes and threads"

cat >"$tmp/launch" <<'EOF'
{"ts":1,"dur":2,"type":"cuda-api","name":"launch","pid":5,"tid":5,"corr":7}
{"ts":4,"dur":2,"type":"kernel","name":"k","pid":5,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":1,"dur":2,"tid":5,"name":"launch"}}
EOF
is "$(show "select count(*) from flow" <"$tmp/launch")" 1 "an arrow"
nst-perfetto --no-flows "$tmp/launch" >"$tmp/t.pftrace"
is "$(ask "$tmp/t.pftrace" "select count(*) from flow" "select count(*) from slice" | paste -s -d ' ')" "0 2" "none with --no-flows, but the slices"

is "$(awk 'BEGIN { for (i = 0; i < 600; i++) printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"n\",\"pid\":5,\"tid\":6}\n", i, 2000 - 2 * i }' |
	show "select count(*), max(depth), min(dur) from slice")" "600	499	802" "600 ranges deep: none dropped"

is "$(awk 'BEGIN { for (i = 0; i < 300000; i++) printf "{\"ts\":%d,\"dur\":5,\"type\":\"osrt\",\"name\":\"n%d\",\"pid\":5,\"tid\":%d}\n", i * 10, i / 2, i / 2 % 7 }' |
	show "select count(*), count(distinct track_id), sum(dur) from slice" "select min(ts), max(ts), count(*) from slice group by name having count(*) != 2" \
		"select max(ts), count(distinct name) from slice where name = 'n' || (ts / 20)")" "300000	7	1500000
2999990	150000" "150,000 names, each twice: all are there, more than have numbers at a time"

finish
