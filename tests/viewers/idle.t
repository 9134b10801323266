#!/bin/sh
# SPDX-License-Identifier: MIT
# Streams with less than 1 % of the time of their GPU are last, in Perfetto in a group; threads that
# call no GPU are behind the others.
. tests/tap.sh
. tests/viewers/viewers.sh

# stream GPU STREAM TS DUR: a kernel.
stream() {
	echo "{\"ts\":$3,\"dur\":$4,\"type\":\"kernel\",\"name\":\"k\",\"pid\":5,\"device\":$1,\"gpu\":$1,\"context\":1,\"stream\":$2}"
}
{
	stream 0 9 0 10
	stream 0 7 10 100000
	stream 0 13 20 40
	stream 0 13 30 60 # overlaps: a second lane
	stream 0 20 200 20000
	stream 0 14 300 1
	stream 0 30 400 1300 # more than 1 %
	stream 1 3 500 5
	stream 1 7 600 100000
	echo '{"ts":700,"dur":5,"type":"osrt","name":"read","pid":5,"tid":6}'
	echo '{"ts":710,"dur":5,"type":"osrt","name":"read","pid":5,"tid":8}'
	echo '{"ts":720,"dur":5,"type":"cuda-api","name":"cudaFree","pid":5,"tid":7}'
	echo '{"ts":730,"dur":5,"type":"nvtx","name":"main","pid":5,"tid":5}'
} >"$tmp/in"

# order FILE: the rows of a JSON trace in their order.
order() {
	jq -r '(.traceEvents? // .) | map(select(.ph == "M")) | group_by(.pid)[] | (map(select(.name == "process_sort_index"))[0].args.sort_index) as $place
		| map(select(.tid)) | group_by(.tid)[] | { name: (map(select(.name == "thread_name"))[-1].args.name), at: (map(select(.name == "thread_sort_index"))[-1].args.sort_index) }
		| select(.name) | "\($place) \(.at) \(.name)"' "$1" | sort -n -k 1 -k 2 | cut -d ' ' -f 3-
}
nst-chrome "$tmp/in" >"$tmp/trace.json"
is "$(order "$tmp/trace.json")" 'Stream 7 · 82 %
Stream 20 · 16 %
Stream 30 · 1 %
Stream 9 · < 1 %
Stream 13 · < 1 %
Stream 13 · < 1 % · 2
Stream 14 · < 1 %
Stream 7 · 100 %
Stream 3 · < 1 %
NVTX · main 5
CUDA API · thread 7
OS runtime · thread 6
OS runtime · thread 8' 'Chrome: the order of rows'

# The same rule by jq: 40 GPUs, each with one to eight streams of random times.
awk 'BEGIN {
	srand(7)
	for (gpu = 0; gpu < 40; gpu++)
		for (n = 1 + int(rand() * 8); n > 0; n--)
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"k\",\"pid\":5,\"device\":%d,\"gpu\":%d,\"context\":1,\"stream\":%d}\n",
				++ts * 10000000, exp(rand() * 15), gpu, gpu, 7 + int(rand() * 1000)
}' >"$tmp/random"
nst-chrome "$tmp/random" >"$tmp/random.json"
order "$tmp/random.json" | sed 's/^Stream \([0-9]*\).*/\1/' >"$tmp/got"
jq -s -r 'group_by(.gpu)[] | group_by(.stream) | (map(map(.dur) | add) | add) as $all | length as $streams
	| sort_by([$streams > 1 and (map(.dur) | add) * 100 < $all, .[0].stream])[][0].stream' "$tmp/random" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'Chrome: the order of rows: as jq'
ok 'Chrome: some streams are last' sh -c '! jq -s -r "group_by(.gpu)[] | group_by(.stream)[][0].stream" "$1" | cmp -s - "$2"' - "$tmp/random" "$tmp/got"

# A message tells how many streams nobody sees at first; Chrome's viewers show all.
run nst-perfetto "$tmp/in"
mv "$tmp/out" "$tmp/trace.pftrace"
is "$status $(cat "$tmp/err")" "0 nst-perfetto: $tmp/in: 3 streams with less than 1 % of the time of their GPU are in a closed group under its other streams: click on its name to open it" \
	'Perfetto: how many are in the group'
run nst-chrome "$tmp/in"
is "$status $(cat "$tmp/err")" '0 ' 'Chrome: no group, no message'
grep -v -e '"stream":13' -e '"stream":14' "$tmp/in" >"$tmp/one"
run nst-perfetto "$tmp/one"
is "$status $(cat "$tmp/err")" '0 ' 'Perfetto: no message about a single idle stream, which has no group'
run nst-perfetto --min-activity 5% "$tmp/in"
is "$status $(cat "$tmp/err")" '0 ' 'Perfetto: no message about streams that --min-activity hides'

needperfetto
ask "$tmp/trace.pftrace" "select ifnull(p.name, ''), t.name from track t left join track p on p.id = t.parent_id where t.name glob '*tream*' order by 1, 2" >"$tmp/got"
is "$(tr '\t' '|' <"$tmp/got")" '3 streams under 1 % of time|Stream 13 · < 1 %
3 streams under 1 % of time|Stream 13 · < 1 %
3 streams under 1 % of time|Stream 14 · < 1 %
3 streams under 1 % of time|Stream 9 · < 1 %
GPU 0|3 streams under 1 % of time
GPU 0|Stream 20 · 16 %
GPU 0|Stream 30 · 1 %
GPU 0|Stream 7 · 82 %
GPU 1|Stream 3 · < 1 %
GPU 1|Stream 7 · 100 %' 'Perfetto: several idle streams share a group, one does not'
is "$(ask "$tmp/trace.pftrace" "select name from stats where severity != 'info' and value > 0")" '' 'Perfetto: no errors'
is "$(ask "$tmp/trace.pftrace" 'select count(*) from slice')" "$(grep -c . "$tmp/in")" 'Perfetto: all slices are there'
tree "$tmp/trace.pftrace" | cut -f 2 | grep -v -e '^Sort' -e '^$' >"$tmp/tree"
is "$(grep -n -e 'under 1 %' -e 'Stream 30' -e 'Stream 9' "$tmp/tree" | sed 's/^[0-9]*://' | paste -s -d ,)" 'Stream 30 · 1 %,3 streams under 1 % of time,Stream 9 · < 1 %' \
	'Perfetto: the group is behind the other streams'
finish
