#!/bin/sh
# SPDX-License-Identifier: MIT
# What viewers drop, misplace or misread without a word: one case each, seen through Perfetto's
# trace processor.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

# show SQL: the answer over the trace of the stream on standard input.
show() {
	nst-chrome >"$tmp/t.json" && ask "$tmp/t.json" "$@"
}

is "$(show "select ts, dur from slice where category <> 'clock' order by ts" <<'EOF'
{"ts":-72000001,"dur":7,"type":"osrt","name":"early","pid":5,"tid":5}
{"ts":0,"dur":1,"type":"osrt","name":"zero","pid":5,"tid":5}
{"ts":9007199254740993,"dur":1,"type":"osrt","name":"beyond a double's integers, but for the base","pid":5,"tid":5}
EOF
)" "0	7
72000001	1
$((9007199254740993 + 72000001))	1" "times before the start of the session are kept: the trace's clock begins at the first event"

is "$(ask "$tmp/t.json" "select ts, name, extract_arg(arg_set_id, 'args.zero_ns') from slice where category = 'clock'")" \
	"0	0 here is -0.072000001 s in the profile	-72000001" "and what is 0 there is said"

is "$(show "select ts, dur, name from slice where category <> 'clock' order by ts" <<'EOF'
{"ts":5,"dur":1,"type":"nvtx","name":"a","pid":1,"tid":1}
{"ts":-3,"dur":1,"type":"nvtx","name":"b","pid":1,"tid":2}
EOF
)" "0	1	b
8	1	a" "an earlier time on another track counts, too"

is "$(show "select ts, dur from slice where category <> 'clock' order by ts" <<'EOF'
{"ts":1779630014975716426,"dur":1,"type":"osrt","name":"a","pid":5,"tid":5}
{"ts":1779630014975716427,"dur":3,"type":"osrt","name":"b","pid":5,"tid":5}
EOF
)" "0	1
1	3" "times of day are exact to the nanosecond: the clock begins at the first event"

is "$(show "select t.name, s.name from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid) order by s.ts" <<'EOF'
{"ts":10,"dur":10,"type":"kernel","name":"A","pid":5,"device":0,"context":1,"stream":0}
{"ts":15,"dur":10,"type":"kernel","name":"B","pid":5,"device":0,"context":1,"stream":0}
{"ts":21,"dur":2,"type":"kernel","name":"C","pid":5,"device":0,"context":1,"stream":0}
EOF
)" "Stream 0	A
Stream 0 · 2	B
Stream 0	C" "kernels that overlap on stream 0 are all there, on two lanes, and what fits stays on the first"

is "$(show "select s.name, depth from slice s order by s.id" <<'EOF'
{"ts":10,"dur":10,"type":"nvtx","name":"outer","pid":5,"tid":6}
{"ts":10,"dur":10,"type":"nvtx","name":"same","pid":5,"tid":6}
{"ts":10,"dur":5,"type":"nvtx","name":"inner","pid":5,"tid":6}
{"ts":15,"dur":5,"type":"nvtx","name":"next","pid":5,"tid":6}
{"ts":20,"dur":0,"type":"nvtx","name":"point","pid":5,"tid":6}
EOF
)" "outer	0
same	1
inner	2
next	2
point	0" "at equal times the outer range comes first, and touching is not overlapping"

is "$(show "select o.name, i.name from flow f join slice o on f.slice_out = o.id join slice i on f.slice_in = i.id order by i.ts" <<'EOF'
{"ts":1,"dur":2,"type":"cuda-api","name":"launch A","pid":5,"tid":5,"corr":7}
{"ts":2,"dur":2,"type":"cuda-api","name":"launch B of another process","pid":6,"tid":5,"corr":7}
{"ts":4,"dur":2,"type":"cuda-api","name":"launches nothing","pid":5,"tid":5,"corr":8}
{"ts":10,"dur":5,"type":"kernel","name":"A","pid":5,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":1,"dur":2,"tid":5,"name":"launch A"}}
{"ts":15,"dur":5,"type":"kernel","name":"B","pid":6,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":2,"dur":2,"tid":5,"name":"launch B"}}
{"ts":20,"dur":9,"type":"cuda-api","name":"graph launch with an id used before","pid":5,"tid":5,"corr":7}
{"ts":30,"dur":5,"type":"kernel","name":"node 1","pid":5,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":20,"dur":9,"tid":5,"name":"graph"}}
{"ts":34,"dur":5,"type":"kernel","name":"node 2","pid":5,"device":0,"context":1,"stream":7,"corr":7,"launch":{"ts":20,"dur":9,"tid":5,"name":"graph"}}
{"ts":40,"dur":5,"type":"kernel","name":"nobody's","pid":5,"device":0,"context":1,"stream":7,"corr":9}
EOF
)" "launch A	A
launch B of another process	B
graph launch with an id used before	node 1
graph launch with an id used before	node 2" "arrows of touching, overlapping and many kernels, of two processes and of an id used twice"
is "$(ask "$tmp/t.json" "select name, value from stats where severity in ('error', 'data_loss') and value > 0")" "" "no complaint about them"

is "$(show "select count(*) from flow" "select name from slice order by ts" <<'EOF'
{"ts":1,"dur":2,"type":"cuda-api","name":"old","pid":1,"tid":1,"corr":7}
{"ts":10,"type":"cuda-api","name":"new, a point in time","pid":1,"tid":2,"corr":7}
{"ts":20,"dur":5,"type":"kernel","name":"k","pid":1,"device":0,"stream":7,"corr":7,"launch":{"ts":10,"tid":2,"name":"new"}}
EOF
)" "0
old
new, a point in time
k" "no arrow from an older call where the one that launched has no duration"

is "$(show "select s.name, s.ts, s.dur, t.name from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid) order by s.ts, s.name" <<'EOF'
{"ts":1,"type":"sched","name":"sched-in","pid":5,"tid":6,"args":{"cpu":3}}
{"ts":10,"type":"nvtx","name":"never closed","pid":5,"tid":6,"open":true}
{"ts":11,"type":"sched","name":"sched-out","pid":5,"tid":6,"args":{"cpu":3,"state":"Uninterruptible"}}
{"ts":20,"dur":5,"type":"nvtx","name":"inside","pid":5,"tid":6}
{"ts":30,"type":"sched","name":"sched-in","pid":5,"tid":6,"args":{"cpu":4}}
{"ts":50,"dur":4,"type":"osrt","name":"last","pid":5,"tid":6}
EOF
)" "Running	1	10	CPU · thread 6
never closed	10	44	NVTX · thread 6
inside	20	5	NVTX · thread 6
Running	30	24	CPU · thread 6
last	50	4	OS runtime · thread 6" "an open range lasts to the end of the trace around what came inside; a thread that waits has nothing"
is "$(ask "$tmp/t.json" "select extract_arg(arg_set_id, 'args.open') from slice where name = 'never closed'")" "1" "an open range says that it is"

is "$(show "select c.ts, c.value, t.name, p.name from counter c join process_counter_track t on c.track_id = t.id join process p using (upid) order by c.ts" <<'EOF'
{"ts":1,"type":"gpu-metric","name":"SM active","device":0,"value":12.5}
{"ts":2,"type":"gpu-metric","name":"SM active","device":0,"value":99}
EOF
)" "1	12.5	SM active value	GPU 0
2	99	SM active value	GPU 0" "counters are counters, of their GPU"

i=0
while [ $i -lt 600 ]; do
	echo "{\"ts\":$i,\"dur\":$((2000 - 2 * i)),\"type\":\"nvtx\",\"name\":\"n\",\"pid\":5,\"tid\":6}"
	i=$((i + 1))
done >"$tmp/deep"
is "$(show "select count(*) from slice" <"$tmp/deep")" 600 "600 ranges deep: none dropped"

finish
