# SPDX-License-Identifier: MIT
# What nst-link(1) promises of a stream without links, which is an array of lines in order: a line
# for each launch and each projection. "ts" and "dur" are strings.
include "modeltime";

.[0].ts as $first
| ($first | pair) as $zero
| [to_entries[] | .value + {at: .key} | select(.type | IN("stream", "meta", "end") | not)
	| .t = (.ts | pair | since($zero))
	| if .dur then .till = .t + (.dur | pair | since([0, 0])) elif .open then .till = 1e300 else . end] as $events
| ([$events[] | .till // .t | select(. < 1e300)] | max) as $latest
| [$events[] | select(.type == "cuda-api")] as $calls
| [$events[] | select(.type == "nvtx")] as $ranges
| [$events[] | select(.type | IN("kernel", "memcpy", "memset")) | select(.pid and .corr) | . as $work
	| [$calls[] | select(.pid == $work.pid and .corr == $work.corr)] as $mine
	| ([$mine[] | select(.at < $work.at)][-1] // [$mine[] | select(.t - $work.t <= 1000000)][0]) as $call
	| select($call)
	| {work: $work, call: $call, ranges: ([$ranges[]
		| select(.pid == $call.pid and .tid == $call.tid and .t <= $call.t and .till >= $call.till)] | sort_by([.t, -.till, .at]))}] as $links
| ($links[] | {t: .work.t, type: .work.type, name: .work.name, at: .work.at, launch: [.call.t, .call.till, .call.tid, .call.name],
	nvtx: [.ranges[].name]}),
([$links[] | select(.work.type == "kernel") | .work as $work | .ranges[] | {range: ., work: $work}]
	| group_by([.range.at, .work.device])[]
	| .[0].range as $range | map(.work) as $work
	| {type: "nvtx-kernel", name: $range.name, domain: $range.domain, tid: $range.tid, device: $work[0].device, t: ($work | map(.t) | min), till: ($work | map(.till) | max),
		count: ($work | length), sum: ($work | map(.till - .t) | add), range: [$range.t, ([$range.till, $latest] | min), $range.open]})
