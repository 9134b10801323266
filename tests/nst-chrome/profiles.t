#!/bin/sh
# SPDX-License-Identifier: MIT
# Traces of the sample and the real exports: each event of the stream is in the trace once, with its
# exact times, on the lane of the track where it belongs, and the tracks are named and in order.
. tests/tap.sh

# Chrome's colours, as JSON, in the order that decides between equally near ones.
sed -n 's/^	{ \("[a-z_]*"\), { \([0-9, ]*\) } },$/[\1,\2]/p' lib/gpu/color.c | jq -c -s . >"$tmp/colors"
is "$(jq length "$tmp/colors")" 34 'the table of colours is read'

# What the trace must say of each event of a stream, tab-separated: the event; the row it is on;
# start and end of a slice; domain. A model of nst-chrome(1).
wanted='
	def known($name): map(select(.type == "meta" and .name == $name));
	def hex: reduce (ascii_downcase | explode[]) as $c (0; . * 16 + $c - if $c > 96 then 87 else 48 end);
	def nearest: [.[1:3], .[3:5], .[5:7]] | map(hex) as $rgb
		| $colors[0] | min_by([.[1:], $rgb] | transpose | map((.[0] - .[1]) | . * .) | add) | .[0];
	def sorted: to_entries | sort_by(.key) | from_entries;
	def us: . / 1000;
	def list: if type == "array" then map(tostring) | join(" × ") else . end;
	def up($unit): (. / $unit | ceil) * $unit;

	def row: if .type == "cuda-sync" and .tid == null then "waits"
		elif .type == "memcpy" and .context == 0 and .stream == 0 then "unified memory"
		elif .type == "osrt" and .tid == 0 then "messages"
		else {"nvtx-mark": "nvtx", "nvtx-kernel": "nvtx", "cuda-sync": "cuda-api", "diagnostic": "messages", "clock": "messages", "graph-create": "graphs", "graph-node": "graphs", "opengl-gpu": "opengl",
			"kernel": "stream", "memcpy": "stream", "memset": "stream", "graph": "stream"}[.type] // .type end;
	def gpu: IN("kernel", "memcpy", "memset", "graph", "nvtx-kernel", "call-kernel", "opengl-gpu", "gpu-metric", "gpu-memory");

	# threads, blocks and KiB of shared memory of a multiprocessor
	def sms: {"GA100": [2048, 32, 164], "GH100": [2048, 32, 228], "AD107": [1536, 24, 100], "GA102": [1536, 16, 100], "TU102": [1024, 16, 64]};
	def occupancy($chip): sms[$chip // ""] as $sm | if $sm == null or .block == null or .registers == null then null
		else (if $chip == "TU102" then 0 else 1024 end) as $reserved | ((.block | reduce .[] as $n (1; . * $n)) / 32 | ceil) as $warps | ($sm[0] / 32) as $most
			| ((.shared_static // 0) + (.shared_dynamic // 0) + $reserved) as $shared
			| [$most / $warps, $sm[1], (65536 / ((.registers * 32) | up(256)) / 4 | floor) * 4 / $warps, if $shared > 0 then $sm[2] * 1024 / ($shared | up(128)) else 99 end]
			| map(floor) | min | . * $warps * 100 / $most | round end;
	def size: if type == "number" and . >= 1000 then [., 0] | until(.[0] < 999.5; [.[0] / 1000, .[1] + 1]) | "BkMGTPE"[.[1]:.[1] + 1] as $unit
		| .[0] | if . >= 99.95 then [round, 0] elif . >= 9.995 then [. * 10 | round, 1] else [. * 100 | round, 2] end
		| (.[0] | tostring) as $digits | (if .[1] == 0 then $digits else $digits[:-.[1]] + "." + $digits[-.[1]:] end) + " \($unit)B" else null end;
	def own($chip):
		if .type == "kernel" then .args // {} | {"occupancy_%": occupancy($chip)} + .
			| .grid |= list | .block |= list | .cluster |= list
			| reduce ("shared_static", "shared_dynamic", "shared_executed", "local_thread", "local_total") as $key (.; if .[$key] == 0 then . else .["\($key)_bytes"] = .[$key] end | del(.[$key]))
			| if .launch_type == "Regular" then del(.launch_type) else . end
			| if .cache == "Shared" then del(.cache) else . end
			| if .cluster then . else del(.cluster_policy) end
		elif .type == "memcpy" or .type == "memset" then .name as $name | .args // {} | .size = (.bytes | size)
			| .kind as $kind | if $kind and ($name | endswith($kind)) then del(.kind) else . end
			| .src_kind as $kind | if $kind and ($name | contains(" \($kind)-to-")) then del(.src_kind) else . end
			| .dst_kind as $kind | if $kind and ($name | endswith("-to-\($kind)")) then del(.dst_kind) else . end
			| if .copies == 1 then del(.copies) else . end
		elif .type == "nvtx-kernel" then {count: .args.count, sum_us: (.args.sum | us), range_us: (.args.range.dur | us), range_open: .args.range.open,
			latency_us: ((.ts - .args.range.ts) | us)}
		elif .type == "call-kernel" then {type: .args.type, count: .args.count, sum_us: (.args.sum | us), range_us: (.args.range.dur | us),
			latency_us: ((.ts - .args.range.ts) | us)}
		else .args // {} end;
	def operator: if test(", (seq|op_id) = [0-9]{1,18}$") then capture("^(?<name>.+?)(, seq = (?<seq>[0-9]{1,18}))?(, op_id = (?<id>[0-9]{1,18}))?$") else {name: .} end;

	(known("device") | map({"\(.gpu)": .args.ordinal}) | add) as $ordinals
	| def device: .device // $ordinals["\(.gpu)"] // .gpu // 0;
	(known("device") | map({"\(device)": .args.chip}) | add // {}) as $chips
	| map(select(.type | IN("stream", "end", "meta") | not))
	| (map(.ts + (.dur // 0)) | max) as $until
	| (.[0].ts | if . < 0 or . >= 1e14 then . else 0 end) as $base
	| (map(select(.type == "cuda-api" and .corr)) | group_by([.pid, .corr]) | map({"\(.[0].pid // 0) \(.[0].corr)": .}) | add // {}) as $calls
	| [(map(select(.type == "sched")) | group_by([.pid, .tid])[] | [., .[1:] + [{ts: $until}]] | transpose[]
			| select(.[0].name == "sched-in") | .[1] as $next | .[0] | .dur = $next.ts - .ts | .name = "Running" | .cname = "thread_state_running"
			| if $next.name == "sched-out" then .args += ({then: $next.args.state, blocked: $next.args.block} | with_entries(select(.value))) else . end),
		(.[] | select(.type != "sched") | if .open then .dur = $until - .ts else . end
			| if .type == "cuda-sync" and .tid == null then . as $sync
				| .tid = ([$calls["\(.pid // 0) \(.corr)"] // [] | .[] | select(.ts <= $sync.ts and .ts + .dur >= $sync.ts)] | last | .tid) else . end)]
	| if $base == 0 then . else [{ts: $base, type: "clock", name: "0 here", args: {zero_ns: $base}}] + . end
	| .[]
	| (.type | gpu) as $gpu | row as $row | ($row == "stream" or $row == "unified memory") as $stream
	| has("value") as $counter
	| (if .type == "nvtx" or .type == "nvtx-kernel" then .name | operator else {name: .name} end) as $operator
	| ($row == "nvtx" and .domain != null and (.domain | IN("cpu_op", "user_annotation", "python_function") | not)) as $own
	| (.launch != null and .corr != null and any($calls["\(.pid // 0) \(.corr)"] // [] | .[]; .dur)) as $arrow
	| [if $counter then "C" elif has("dur") then "X" else "i" end, .type,
		if $counter then .name | sub(" \\[Throughput %\\]$"; "") else $operator.name end,
		.ts - $base, .dur,
		(.cname // if (.type | IN("nvtx", "nvtx-mark", "nvtx-kernel")) and .args.color then .args.color | nearest else null end),
		if $gpu then 8388608 + device elif .pid > 0 then .pid else null end,
		(if $counter then {({"Throughput %": "%", "B": "bytes"}[.args.unit]): .value}
		else {corr: (if $arrow then null else .corr end), domain, open, seq: ($operator.seq // null | if . then tonumber else . end), op_id: ($operator.id // null | if . then tonumber else . end)}
			+ own($chips["\(device)"])
			+ if (.type | IN("memcpy", "memset")) and .args.bytes and .dur > 0 then {"GB/s": ((.args.bytes * 1000 / .dur | floor) / 1000)} else {} end
			+ if .launch then {latency_us: ((.ts - .launch.ts) | us), queued_us: ((.ts - .launch.ts - .launch.dur) | us), launch: .launch.name, launch_tid: (if $arrow then null else .launch.tid end)} else {} end
			+ if .nvtx then {nvtx: (.nvtx | map(operator.name) | join(" / "))} else {} end
			+ if .captured then {captured: (.captured | map(operator.name) | join(" / "))} else {} end + {inherited}
			| with_entries(select(.value != null)) end | sorted)] as $event
	| [$event, if $counter then null else [$gpu, if $gpu then device else null end, .pid, if $stream then [.context, .stream] elif $row == "messages" then null else [.tid] end, $row,
			if $own then .domain else null end] end,
		.ts, if .open then "open" else .ts + (.dur // 0) end, if $own then null else .domain end] | map(tojson) | join("\t")'

# The lane of each: the first one, from where its domain is, whose slices that last are around it,
# and less than 500. Lines of the event and its lane.
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
			ts = $3 + 0
			end = $4 == "\"open\"" ? 1e300 : $4 + 0
			lane = first[$2, $5] + 0
			while (!fits($2 "\t" lane))
				lane++
			if ($5 != "null" && first[$2, $5] == 0)
				first[$2, $5] = lane
			key = $2 "\t" lane
			latest[key] = ts
			ends[key, count[key]++] = end
		}
		print $1 "\t" $2 " " lane
	}'

# The same from the trace, whose times are nanoseconds by now: lines "event" with the event and its
# track; lines "broken", each a rule that the trace breaks; lines "seen" with what comes in which
# order.
got='
	def id: type == "number" and . == floor and . >= 1 and . <= 2147483647;
	def sorted: to_entries | sort_by(.key) | from_entries;
	def real: if . < 8388608 + 1048576 then . else null end;
	if length == 1 and (.[0] | type == "array" and length > 0) then .[0] else error("not one array") end
	| (map(select(.flow_out)) | group_by(.bind_id) | map({"\(.[0].bind_id)": .}) | add) as $out
	| ($colors[0] | map(.[0])) as $cnames
	| (.[] | select(.ph != "M")
		| [[.ph, .cat, (.name | if startswith("0 here") then "0 here" else . end), .ts, .dur, .cname, (.pid | real), (.args | sorted)], if .ph == "C" then null else [.pid, .tid] end]
		| map(tojson) | "event\t\(join("\t"))"),
	(.[] | "seen\t\(.ph)\t\(.name | tojson)\t\(.pid)\t\(.tid)"),
	"broken\t\(
		(.[] | select((.cat | type) != "string" or (.name | type) != "string" or (.ph | type) != "string") | "without cat, name or ph: \(.)"),
		(.[] | select((.pid | id | not) or (.tid | id | not) or .pid == .tid) | "pid and tid: \(.)"),
		(.[] | select(.ph != "M" and ((.ts | type) != "number" or .ts < 0)) | "no ts: \(.)"),
		(.[] | select(.ph == "X" and ((.dur | type) != "number" or .dur < 0)) | "no dur: \(.)"),
		(.[] | select(.ph == "M" and (.cat != "__metadata" or (.args | del(.tid) | length) != 1)) | "metadata: \(.)"),
		(.[] | select(has("cname")) | .cname as $c | select($cnames | index($c) | not) | "colour: \(.)"),
		(.[] | select((.flow_in or .flow_out) and ((.bind_id | type) != "number" or .bind_id < 1 or .bind_id >= 9007199254740992)) | "bind_id: \(.)"),
		(.[] | select(has("bind_id") and (.flow_in == true) == (.flow_out == true)) | "bind_id: \(.)"),
		(.[] | select((.args.latency_us != null and (.cat | IN("nvtx-kernel", "call-kernel") | not) and .args.launch_tid == null) != (.flow_in == true)) | "launch and flow_in: \(.)"),
		(.[] | select((.flow_out == true) != (.cat == "cuda-api" and .ph == "X" and (.args.corr // 0) != 0)) | "flow_out: \(.)"),
		(.[] | select(.flow_in) | . as $event | $out["\(.bind_id)"] as $from
			| select(($from | length) != 1 or $event.args.corr or $from[0].name != $event.args.launch
				or (($event.args | [.latency_us * 1000, .latency_us * 1000 - .queued_us * 1000] | map(round)) != [$event.ts - $from[0].ts, $from[0].dur]))
			| "an arrow from \($from) to \($event)"))"'

# Reads lines "seen"; tells which event comes before the name of its group or track, and what is
# behind the order but names that changed.
order='
	$2 == "M" { seen[$3, $4, $3 ~ /process/ ? "" : $5]++; last = last || $3 ~ /_sort_index/; next }
	last { print "behind the order:", $0 }
	!seen["\"process_name\"", $4, ""] || ($2 != "C" && !seen["\"thread_name\"", $4, $5]) { print "not announced:", $0 }'

# prepare NAME: all that the checks of a profile read, in $tmp/NAME.
prepare() (
	mkdir "$tmp/$1"
	cd "$tmp/$1" || exit
	nst-dump "$(profile "$1")" 2>/dev/null | nst-link 2>/dev/null |
		nst-filter --color '{"gemm|softmax|Layer":"good","Sync|wait":"bad","^M":"generic_work"}' >in
	# What has no colour gets that of its kind of work.
	nst-filter --color '{"gemm|softmax|Layer":"good","Sync|wait":"bad","^M":"generic_work"}' --color kinds in >kinds
	nst-chrome in >trace 2>trace.err
	echo $? >trace.status
	sed -E 's/([{,]"ts":-?[0-9]+)\.([0-9]{3}[,}])/\1\2/; s/([{,]"dur":-?[0-9]+)\.([0-9]{3}[,}])/\1\2/' trace >ns
	jq -r -s --slurpfile colors "$tmp/colors" "$got" ns >lines 2>lines.err
	echo $? >lines.status
	jq -r -s --slurpfile colors "$tmp/colors" "$wanted" kinds | awk -F '\t' "$lanes" | sort >want.lines
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

	cut -f 1 "$data/want.lines" >"$tmp/want"
	cut -f 1 "$data/got.lines" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: all events, their times to the nanosecond, colours and args ($(grep -c . "$tmp/want"))"

	# Events that are there once tell which lane of the trace is whose: one of each for one of
	# the other.
	uniq -u "$tmp/want" >"$tmp/single"
	for side in want got; do
		join -t '	' "$tmp/single" "$data/$side.lines" | cut -f 2 >"$tmp/$side.places"
	done
	paste "$tmp/want.places" "$tmp/got.places" | sort -u >"$tmp/places"
	ok "$name: events have a place" test -s "$tmp/places"
	is "$(cut -f 1 "$tmp/places" | sort | uniq -d)" '' "$name: what belongs on one track is on one"
	is "$(cut -f 2 "$tmp/places" | grep -v null | sort | uniq -d)" '' "$name: what does not is not"
done

perfetto=$PROFILES/../tools/perfetto-query
if [ -x "$perfetto" ] && [ -x "${XDG_CACHE_HOME:-$HOME/.cache}/perfetto-query/perfetto-query" ]; then
	nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/in"
	nst-chrome "$tmp/in" >"$tmp/trace.json"
	is "$("$perfetto" "$tmp/trace.json" 'SELECT category, count(*) FROM slice GROUP BY 1' | sed 1d | tr '\t' ' ' | sort)" \
		"$(jq -r 'select((.type | IN("stream", "end", "meta") | not) and (has("value") | not) and .name != "sched-out").type' "$tmp/in" | sort | uniq -c | awk '{ print $2, $1 }')" \
		"sample: Perfetto's slices per type"
	is "$("$perfetto" "$tmp/trace.json" 'SELECT count(*) FROM flow' | sed 1d)" "$(grep -c '"launch":' "$tmp/in")" "sample: Perfetto's arrows"
fi
finish
