#!/bin/sh
# SPDX-License-Identifier: MIT
# Traces of the sample and the real exports: each event of the stream is in the trace once, with its exact times, on the lane of the track where it belongs,
# and the tracks are named and in order.
. tests/tap.sh

# Chrome's colours, as JSON, in the order that decides between equally near ones.
sed -n 's/^	{ \("[a-z_]*"\), { \([0-9, ]*\) } },$/[\1,\2]/p' lib/color.c | jq -c -s . >"$tmp/colors"
is "$(jq length "$tmp/colors")" 34 'the table of colours is read'

# What the trace must say of each event of a stream, tab-separated: the event, the name of its first lane, its track, where that stands, start and end of a slice, domain.
wanted='
	def known($name): map(select(.type == "meta" and .name == $name));
	def hex: reduce (ascii_downcase | explode[]) as $c (0; . * 16 + $c - if $c > 96 then 87 else 48 end);
	def nearest: [.[1:3], .[3:5], .[5:7]] | map(hex) as $rgb
		| $colors[0] | min_by([.[1:], $rgb] | transpose | map((.[0] - .[1]) | . * .) | add) | .[0];
	def gpu: IN("kernel", "memcpy", "memset", "graph", "nvtx-kernel", "opengl-gpu", "gpu-metric", "gpu-memory");
	def kinds: ["NVTX", "CUDA API", "CUDA synchronization", "CUDA graphs", "Overhead", "cuBLAS", "MPI", "OpenGL", "OS runtime", "Scheduling", "Samples", "Diagnostics", "Other", "Metrics", "Memory"];
	def kind: {"nvtx": 0, "nvtx-mark": 0, "nvtx-kernel": 0, "cuda-api": 1, "cuda-sync": 2, "graph-node": 3, "overhead": 4, "cublas": 5, "mpi": 6, "opengl": 7, "opengl-gpu": 7, "osrt": 8,
		"sched": 9, "sample": 10, "diagnostic": 11, "gpu-metric": 13, "gpu-memory": 14}[.type] // 12;
	def device($ordinals): .device // $ordinals["\(.gpu)"] // .gpu // 0;
	def state: .cname = null | if .name == "sched-in" then .name = "Running" | .cname = "thread_state_running"
		else .name = (.args.state // .args.block // "Off CPU")
			| .cname = if .name == "Uninterruptible" then "thread_state_uninterruptible" else "thread_state_sleeping" end end;
	def who($name; $id): if $id == null then "" else " · \(if $name then $name + " " else "" end)\($id)" end;

	(known("process") | map({"\(.pid)": .args.name}) | add) as $processes
	| (known("thread") | map({"\(.pid) \(.tid)": .args.name}) | add) as $threads
	| (known("device") | map({"\(.gpu)": .args.ordinal}) | add) as $ordinals
	| (known("device") | map({"\(device($ordinals))": .args.name}) | add) as $devices
	| (known("stream") | map(select(.args.default) | {"\(.pid) \(.context) \(.stream)": true}) | add) as $defaults
	| map(select(.type | IN("stream", "end", "meta") | not))
	| (map(.ts + (.dur // 0)) | max) as $until
	| (.[0].ts | if . < 0 or . >= 1e14 then . else 0 end) as $base
	| (map(select(.type == "sched")) | group_by([.pid, .tid])[] | [., .[1:] + [{ts: $until}]] | transpose[] | .[1].ts as $stop | .[0] | .dur = $stop - .ts | state),
		(.[] | select(.type != "sched"))
	| if .open then .dur = $until - .ts else . end
	| (.type | gpu) as $gpu | (kind != 12 or ($gpu | not)) as $bythread
	| ($gpu and .type == "memcpy" and .context == 0 and .stream == 0) as $unified
	| (has("value")) as $counter
	| [if $counter then "C" elif has("dur") then "X" else "i" end, .type,
		.name + if .type == "gpu-memory" then " · context \(.context)" + who($processes["\(.pid)"]; .pid) else "" end, .ts - $base, .dur,
		(.cname // if (.type | IN("nvtx", "nvtx-mark", "nvtx-kernel")) and .args.color then .args.color | nearest else null end),
		if $gpu then 1073741824 + device($ordinals), "GPU \(device($ordinals))\($devices["\(device($ordinals))"] | if . then " · " + . else "" end)"
		else if .pid > 0 then .pid else null end, ($processes["\(.pid // 0)"] // if .type == "diagnostic" and .pid == null then "System" else "Process" end) end,
		({value, corr, domain, open, launch, nvtx} + if $counter then {corr: null} else .args // {} end
			+ if (.type | IN("memcpy", "memset")) and .args.bytes and .dur > 0 then {"GB/s": ((.args.bytes * 1000 / .dur | floor) / 1000)} else {} end
			+ if .launch then {latency: (.ts - .launch.ts), queued: (.ts - .launch.ts - .launch.dur)} else {} end)] as $event
	| [$event, if $unified then "Unified memory" elif $bythread then kinds[kind] else "Stream \(.stream)" end
		+ if $bythread then if .tid then who($threads["\(.pid) \(.tid)"]; .tid) elif $gpu then who($processes["\(.pid)"]; .pid) else "" end
		else (if $defaults["\(.pid) \(.context) \(.stream)"] then " (default)" else "" end) + who($processes["\(.pid)"]; .pid) end,
	[$gpu, if $gpu then device($ordinals) else null end, .pid, if $bythread then .tid, kind else .context, .stream, "stream" end],
	if $gpu then [0, device($ordinals), 0, if .type == "opengl-gpu" then 3, .tid // 0 elif .type == "gpu-metric" then 4, 0 elif .type == "gpu-memory" then 5, 0 elif $bythread then 0, .tid // 0 elif $unified then 2, 0 else 1, .stream end, .pid // 0, 0]
	else [1, $event[7], .pid // 0, if (.tid // 0) == 0 then 2 elif .tid == .pid then 0 else 1 end, .tid // 0, .pid // 0, kind] end,
	.ts, if .open then "open" else .ts + (.dur // 0) end, .domain] | map(tojson) | join("\t")'

# The lane of each: the first one, from where its domain is, whose slices that last are around it, and less than 500.
lanes='
	function fits(lane,  i, n) {
		if (lane in latest && ts < latest[lane])
			return 0
		for (i = n = 0; i < count[lane]; i++)
			if (ends[lane, i] > ts)
				ends[lane, n++] = ends[lane, i]
		count[lane] = n
		for (i = 0; i < n; i++)
			if (ends[lane, i] < end)
				return 0
		return n < 500
	}
	{
		lane = 0
		if ($1 ~ /^\["X"/) {
			ts = $5 + 0
			end = $6 == "\"open\"" ? 1e300 : $6 + 0
			lane = first[$3, $7] + 0
			while (!fits($3 "\t" lane))
				lane++
			if ($7 != "null" && first[$3, $7] == 0)
				first[$3, $7] = lane
			key = $3 "\t" lane
			latest[key] = ts
			ends[key, count[key]++] = end
		}
		if (!($3 in seen))
			seen[$3] = NR
		name = lane ? substr($2, 1, length($2) - 1) " · " lane + 1 "\"" : $2
		print $1 "\t" name "\t" $3 "\t" lane "\t" substr($4, 1, length($4) - 1) "," seen[$3] "," lane "]"
	}'

# The same from the trace, whose times are nanoseconds by now: lines "event" with the event, the name of its lane, and the lane; lines "track" in order, with
# group, its name and that of the lane; lines "broken", each a rule that the trace breaks; lines "seen" with what comes in which order.
got='
	def id: type == "number" and . == floor and . >= 1 and . <= 2147483647;
	if length == 1 and (.[0] | type == "array" and length > 0) then .[0] else error("not one array") end
	| (map(select(.ph == "M")) | group_by([.pid, .tid]) | map((map({key: .name, value: .args}) | from_entries) + {pid: .[0].pid, tid: .[0].tid})) as $tracks
	| ($tracks | map({"\(.pid) \(.tid)": .}) | add) as $named
	| (map(select(.flow_out)) | group_by(.bind_id) | map({"\(.[0].bind_id)": .}) | add) as $out
	| ($colors[0] | map(.[0])) as $cnames
	| (.[] | select(.ph != "M") | $named["\(.pid) \(.tid)"] as $track
		| [[.ph, .cat, .name, .ts, .dur, .cname, if .pid < 1073741824 + 1048576 then .pid else null end, $track.process_name.name,
			({value: null, corr: null, domain: null, open: null, launch: null, nvtx: null} + .args)], $track.thread_name.name, [.pid, .tid]]
		| map(tojson) | "event\t\(join("\t"))"),
	($tracks | sort_by([.process_sort_index.sort_index, .thread_sort_index.sort_index])[]
		| [if .pid < 1073741824 + 1048576 then .pid else null end, .process_name.name, .thread_name.name] | map(tojson) | "track\t\(join("\t"))"),
	(.[] | "seen\t\(.ph)\t\(.name | tojson)\t\(.pid)\t\(.tid)"),
	"broken\t\(
		(.[] | select((.cat | type) != "string" or (.name | type) != "string" or (.ph | type) != "string") | "without cat, name or ph: \(.)"),
		(.[] | select((.pid | id | not) or (.tid | id | not) or .pid == .tid) | "pid and tid: \(.)"),
		(.[] | select(.ph != "M" and ((.ts | type) != "number" or .ts < 0)) | "no ts: \(.)"),
		(.[] | select(.ph == "X" and ((.dur | type) != "number" or .dur < 0)) | "no dur: \(.)"),
		(.[] | select(.ph == "M" and (.cat != "__metadata" or (.args | length) != 1)) | "metadata: \(.)"),
		(.[] | select(has("cname")) | .cname as $c | select($cnames | index($c) | not) | "colour: \(.)"),
		(.[] | select((.flow_in or .flow_out) and ((.bind_id | type) != "number" or .bind_id < 1 or .bind_id >= 9007199254740992)) | "bind_id: \(.)"),
		(.[] | select(has("bind_id") and (.flow_in == true) == (.flow_out == true)) | "bind_id: \(.)"),
		(.[] | select((.args.launch != null) != (.flow_in == true)) | "launch and flow_in: \(.)"),
		(.[] | select((.flow_out == true) != (.cat == "cuda-api" and .ph == "X" and (.args.corr // 0) != 0)) | "flow_out: \(.)"),
		(.[] | select(.flow_in) | . as $event | $out["\(.bind_id)"] as $from
			| select(($from | length) != 1
				or ($from[0] | [.dur, .name, .args.corr]) != ($event.args | [.launch.dur, .launch.name, .corr]) or $from[0].ts != $event.ts - $event.args.latency)
			| "an arrow from \($from) to \($event)"),
		($tracks[] | select((keys - ["pid", "tid"]) != ["process_name", "process_sort_index", "thread_name", "thread_sort_index"]) | "metadata: \(.)"),
		($tracks | group_by(.pid)[] | map(.process_sort_index, .process_name) | unique | select(length != 2) | "a process twice: \(.)"),
		($tracks | map(.process_sort_index.sort_index) | unique | select(. != [range(length)]) | "order of processes: \(.)"),
		($tracks | map(.thread_sort_index.sort_index) | sort | select(. != [range(length)]) | "order of tracks: \(.)"))"'

# Reads lines "seen"; tells which event comes before the names of its track or after an index, and what is there twice.
order='
	$2 == "M" && seen[$3, $4, $5]++ { print "twice:", $0 }
	$2 == "M" && $3 ~ /_sort_index/ { last = 1; next }
	last { print "behind the order:", $0 }
	$2 != "M" && !(seen["\"process_name\"", $4, $5] && seen["\"thread_name\"", $4, $5]) { print "not announced:", $0 }'

# prepare NAME: all that the checks of a profile read, in $tmp/NAME.
prepare() (
	mkdir "$tmp/$1"
	cd "$tmp/$1" || exit
	nst-dump "$(profile "$1")" 2>/dev/null | nst-link 2>/dev/null |
		nst-filter --color '{"gemm|_kernel|Layer":"good","Sync|wait":"bad","^M":"generic_work"}' >in
	nst-chrome in >trace 2>trace.err
	echo $? >trace.status
	sed -E 's/([{,]"ts":-?[0-9]+)\.([0-9]{3}[,}])/\1\2/; s/([{,]"dur":-?[0-9]+)\.([0-9]{3}[,}])/\1\2/' trace >ns
	jq -r -s --slurpfile colors "$tmp/colors" "$got" ns >lines 2>lines.err
	echo $? >lines.status
	jq -r -s --slurpfile colors "$tmp/colors" "$wanted" in | awk -F '\t' "$lanes" | sort >want.lines
	grep '^event' lines | cut -f 2- | sort >got.lines
)

# halve NUMBER NAME...: every other profile.
halve() {
	turn=$1
	shift
	for name; do
		turn=$((1 - turn))
		[ $turn -ne 0 ] || prepare "$name"
	done
}

# shellcheck disable=SC2046 # names are words
halve 0 $(profiles) &
# shellcheck disable=SC2046
halve 1 $(profiles)
wait

for name in $(profiles); do
	data=$tmp/$name
	is "$(cat "$data/trace.status" "$data/trace.err")" 0 "$name: status, silence"
	is "$(cat "$data/lines.status" "$data/lines.err")" 0 "$name: one JSON array"
	is "$(grep '^broken' "$data/lines" | head -n 3)" '' "$name: the rules of the format"
	is "$(grep '^seen' "$data/lines" | awk -F '\t' "$order" | head -n 3)" '' "$name: names come before the first event of a track, the order at the end"

	cut -f 1,2 "$data/want.lines" >"$tmp/want"
	cut -f 1,2 "$data/got.lines" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: all events, their times to the nanosecond, groups, lanes, colours and args ($(grep -c . "$tmp/want"))"

	cut -f 1,2,3,5 "$data/want.lines" | awk -F '\t' '!($3 $4 in seen) { seen[$3 $4]; print $4 "\t" $1 "\t" $2 }' |
		jq -r -R -s 'split("\n")[:-1] | map(split("\t") | map(fromjson)) | sort_by(.[0])[] | [.[1][6, 7], .[2]] | map(tojson) | join("\t")' >"$tmp/want.order"
	grep '^track' "$data/lines" | cut -f 2- >"$tmp/got.order"
	same "$tmp/got.order" "$tmp/want.order" "$name: groups and tracks in order ($(grep -c . "$tmp/want.order"))"

	# Events that are there once tell which lane of the trace is whose: one of each for one of the other.
	uniq -u "$tmp/want" >"$tmp/single"
	tr '\t' '\001' <"$tmp/single" >"$tmp/single.key"
	for side in want got; do
		sed 's/	/\x01/' "$data/$side.lines" | join -t '	' "$tmp/single.key" - | cut -f 2,3 >"$tmp/$side.places"
	done
	cut -f 1 "$tmp/got.places" | paste "$tmp/want.places" - | sort -u | tr '\t' ' ' | sed 's/ \(\[[0-9,]*\]\)$/	\1/' >"$tmp/places"
	ok "$name: events have a place" test -s "$tmp/places"
	is "$(cut -f 1 "$tmp/places" | sort | uniq -d)" '' "$name: what belongs on one track is on one"
	is "$(cut -f 2 "$tmp/places" | sort | uniq -d)" '' "$name: what does not is not"
done

perfetto=$PROFILES/../tools/perfetto-query
if [ -x "$perfetto" ] && [ -x "${XDG_CACHE_HOME:-$HOME/.cache}/perfetto-query/perfetto-query" ]; then
	nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/in"
	nst-chrome "$tmp/in" >"$tmp/trace.json"
	is "$("$perfetto" "$tmp/trace.json" 'SELECT category, count(*) FROM slice GROUP BY 1' | sed 1d | tr '\t' ' ' | sort)" \
		"$(jq -r 'select((.type | IN("stream", "end", "meta") | not) and (has("value") | not)).type' "$tmp/in" | sort | uniq -c | awk '{ print $2, $1 }')" \
		"sample: Perfetto's slices per type"
	is "$("$perfetto" "$tmp/trace.json" 'SELECT count(*) FROM flow' | sed 1d)" "$(grep -c '"launch":' "$tmp/in")" "sample: Perfetto's arrows"
fi
finish
