#!/bin/sh
# SPDX-License-Identifier: MIT
# The columns that divide the time of ranges on the CPU: cases by hand, a model in jq that looks at
# all moments at which something begins or ends, and SQL over real profiles. PARTS is the number of
# random streams, SEED that of the first.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'
: "${SEED:=$(date +%s)}" "${PARTS:=20}"
columns=sync_time,cuda_time,gil_time,library_time,os_time,rest_time

# Range a from 0 to 100: in a call of CUDA from 10 to 30, which waits in the operating system from
# 15 to 25; in a wait from 40 to 60, beyond the end of range b; in MPI from 70 to 90, with a poll
# inside.
cat >"$tmp/hand" <<'END'
{"ts":0,"type":"stream","format":1}
{"ts":0,"dur":100,"type":"nvtx","name":"a","pid":1,"tid":1}
{"ts":5,"dur":90,"type":"osrt","name":"poll","pid":1,"tid":2}
{"ts":10,"dur":20,"type":"cuda-api","name":"cudaMalloc","pid":1,"tid":1}
{"ts":15,"dur":10,"type":"osrt","name":"ioctl","pid":1,"tid":1}
{"ts":20,"dur":30,"type":"nvtx","name":"b","pid":1,"tid":1}
{"ts":40,"dur":20,"type":"cuda-api","name":"cudaStreamSynchronize","pid":1,"tid":1}
{"ts":62,"dur":4,"type":"nvtx","name":"Waiting for GIL","domain":"Python GIL","pid":1,"tid":1}
{"ts":70,"dur":20,"type":"mpi","name":"MPI_Send","pid":1,"tid":1}
{"ts":75,"dur":5,"type":"osrt","name":"poll","pid":1,"tid":1}
{"ts":92,"dur":20,"type":"osrt","name":"read","pid":1,"tid":1}
{"ts":112,"type":"end","events":10}
END
cells() {
	nst-sum --by type,name --columns "$columns" --tsv "$@" "$tmp/hand" 2>/dev/null | grep '^nvtx' | cut -f 2- | tr '\t' ' ' | sort | paste -sd /
}
is "$(cells)" 'Waiting for GIL 0 0 4 0 0 0/a 20 20 4 20 8 28/b 10 10 0 0 0 10' 'the parts of each range'
is "$(cells --from 20ns --to 72ns)" 'Waiting for GIL 0 0 4 0 0 0/a 20 10 4 2 0 16/b 10 10 0 0 0 10' 'in a window'
is "$(nst-sum --by name --columns cuda_time --bins 2 --event '^a$' --tsv "$tmp/hand" 2>/dev/null | tr '\t' ' ' | paste -sd /)" 'bin name cuda_time/0 ^a$ 20/56 ^a$ 0' 'with --bins and --event'
is "$(nst-sum --by type --columns rest_time --tsv "$tmp/hand" | grep -v nvtx | tr -d '\n')" 'type	rest_timeosrt	cuda-api	mpi	' 'calls have no parts'
is "$(nst-sum --by name --json "$tmp/hand" | grep -c -E 'sync_time|rest_time')" 0 'not without --columns'
is "$(nst-sum --by name --sort os_time --columns count --tsv "$tmp/hand" 2>/dev/null | sed -n 2p | cut -f 1)" a '--sort os_time'
sed '4{h;d;};5G' "$tmp/hand" >"$tmp/unsorted"
run nst-sum --by name --columns os_time "$tmp/unsorted"
is "$status" 1 'events of a thread out of order are refused'

# The model: for each range and each part of its time in which nothing begins or ends, the first
# class of call that is open on its thread.
cat >"$tmp/model.jq" <<'END'
def class: if .type == "cuda-api" then (if .name | test("Synchronize") then "sync_time" else "cuda_time" end)
	elif .type == "nvtx" and (.name | test("GIL")) then "gil_time"
	elif .type | IN("mpi", "cublas") then "library_time"
	elif .type == "osrt" then "os_time" else null end;
["sync_time", "cuda_time", "gil_time", "library_time", "os_time", "rest_time"] as $order |
map(select(.dur) | .end = .ts + .dur) as $events |
[$events[] | select(.type == "nvtx") | . as $range |
	[$events[] | select(.pid == $range.pid and .tid == $range.tid and class)] as $calls |
	([$range.ts, $range.end] + [$calls[] | .ts, .end] | map([[., $range.ts] | max, $range.end] | min) |
		map([., ($from // .)] | max | [., ($to // .)] | min) | unique) as $moments |
	{name: .name, parts: ([$moments, $moments[1:]] | transpose | map(select(.[1] != null)) | map(. as $m |
		{key: ($order | map(select(. as $o | any($calls[]; class == $o and .ts <= $m[0] and .end >= $m[1]))) | .[0] // "rest_time"),
			value: (.[1] - .[0])}))} |
	select($from == null or $range.end > $from) | select($to == null or $range.ts < $to)] |
group_by(.name)[] | .[0].name as $name | map(.parts) | add as $parts |
reduce $order[] as $o ({name: $name}; .[$o] = ([$parts[] | select(.key == $o) | .value] | add // 0))
END
random() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("nvtx nvtx cuda-api cuda-api mpi cublas osrt osrt kernel", types, " ")
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"linked\":true}"
		for (i = 0; i < 50; i++) {
			ts += rand() < 0.3 ? 0 : int(rand() * 15)
			n = 1 + int(rand() * 9)
			name = n < 3 ? (rand() < 0.2 ? "wait for GIL" : "r" int(rand() * 3)) : rand() < 0.5 ? "cuSynchronize" : "call"
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"%s\",\"pid\":1,", ts, 1 + rand() * (n < 3 ? 150 : 30), types[n], name
			printf n < 9 ? "\"tid\":%d}\n" : "\"device\":%d}\n", rand() * 2
		}
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":50}\n", ts
	}'
}
# agree FILE OPTIONS...
note "PARTS=$PARTS SEED=$SEED"
verdict=0
seed=$SEED
while [ "$seed" -lt $((SEED + PARTS)) ]; do
	random "$seed" >"$tmp/random"
	from=null to=null
	[ $((seed % 2)) = 0 ] || { from=$((20 + seed % 50)) to=$((90 + seed % 70)); }
	set --
	[ "$from" = null ] || set -- --from "${from}ns" --to "${to}ns"
	jq -cS -s --argjson from "$from" --argjson to "$to" -f "$tmp/model.jq" "$tmp/random" | sort >"$tmp/want"
	nst-sum --by type,name --columns "$columns" --json "$@" "$tmp/random" 2>"$tmp/err" |
		jq -cS 'select(.type == "nvtx") | del(.type)' | sort >"$tmp/got"
	if ! cmp -s "$tmp/want" "$tmp/got"; then
		verdict=1
		note "seed $seed:" "$(diff "$tmp/want" "$tmp/got" | head -n 4)" "$(head -n 2 "$tmp/err")"
	fi
	seed=$((seed + 1))
done
report "$verdict" "$PARTS random streams agree with the model"

# Real profiles: the parts add up to the total, and SQL has the same waits. Waits do not overlap on
# a thread. Of two rows of a call, which have one correlation id, nst-dump(1) writes the inner one.
for name in sample pytorch-2gpu-3.25.0; do
	file=$(profile "$name") || { skip "no $name in PROFILES"; continue; }
	nst-dump "$file" 2>/dev/null >"$tmp/p"
	nst-sum --names raw --by type,name --columns "total,$columns" --json "$tmp/p" 2>/dev/null | jq -c 'select(.type == "nvtx")' >"$tmp/rows"
	is "$(jq -s -c 'map(select(.total != .sync_time + .cuda_time + .gil_time + .library_time + .os_time + .rest_time)) | length' "$tmp/rows")" 0 "$name: the parts add up to the total"
	jq -r 'select(.sync_time > 0) | "\(.name)|\(.sync_time)"' "$tmp/rows" | sort >"$tmp/got"
	sqlite3 -readonly "$file" >"$tmp/sql" <<'END'
CREATE TEMP TABLE waits AS SELECT r.globalTid AS tid, r.start, r.end, r.correlationId AS id FROM CUPTI_ACTIVITY_KIND_RUNTIME r
	JOIN StringIds s ON s.id = r.nameId WHERE s.value LIKE '%Synchronize%';
CREATE INDEX temp.bytid ON waits(tid, start);
SELECT coalesce(n.text, s.value), sum(min(n.end, w.end) - max(n.start, w.start))
FROM NVTX_EVENTS n LEFT JOIN StringIds s ON s.id = n.textId
JOIN waits w ON w.tid = n.globalTid AND w.start < n.end AND w.end > n.start
WHERE n.eventType IN (59, 60) AND n.end IS NOT NULL AND NOT EXISTS (
	SELECT 1 FROM waits o WHERE o.tid = w.tid AND o.id = w.id AND o.start >= w.start AND o.end <= w.end AND o.rowid <> w.rowid)
GROUP BY 1 HAVING sum(min(n.end, w.end) - max(n.start, w.start)) > 0;
END
	sort "$tmp/sql" >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: sync_time agrees with SQL"
	ok "$name: some range waits" test -s "$tmp/want"
done

finish
