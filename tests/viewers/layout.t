#!/bin/sh
# SPDX-License-Identifier: MIT
# Processes and threads as a performance engineer would draw them, as Perfetto orders them.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto
draw sample

ask "$tmp/sample.json" "select p.name, p.pid, t.name from process p join thread t using (upid) where t.name is not null
	order by extract_arg(p.arg_set_id, 'process_sort_index_hint'), extract_arg(t.arg_set_id, 'thread_sort_index_hint')" >"$tmp/got"
if [ -n "${REWRITE-}" ]; then
	cp "$tmp/got" tests/viewers/sample.layout
fi
same "$tmp/got" tests/viewers/sample.layout "the sample: groups, tracks and lanes in order"

is "$(cut -f 1,2 "$tmp/got" | uniq | sort | uniq -d)" "" "groups stand together"
is "$(grep -c 'GPU 0 · NVIDIA H100 80GB HBM3' "$tmp/got")" "$(head -n "$(grep -c 'GPU 0' "$tmp/got")" "$tmp/got" | grep -c 'GPU 0')" "GPU 0 comes first"
is "$(ask "$tmp/sample.json" "select count(*) from slice a join slice b on a.track_id = b.track_id and a.id < b.id
	and a.ts < b.ts + b.dur and b.ts < a.ts + a.dur
	and not (a.ts <= b.ts and b.ts + b.dur <= a.ts + a.dur) and not (b.ts <= a.ts and a.ts + a.dur <= b.ts + b.dur)")" 0 "slices of one track are nested or apart"
is "$(ask "$tmp/sample.json" "select count(distinct track_id) from slice s join thread_track tt on s.track_id = tt.id join thread t using (utid)
	where t.name like 'Stream 7 (default) · python 4201%'")" 2 "two kernels that overlap on one stream are on two lanes"
is "$(ask "$tmp/sample.json" "select count(*) from slice s join thread_track tt on s.track_id = tt.id
	join thread t using (utid) where t.is_main_thread")" 0 "no track passes for a main thread"

finish
