# SPDX-License-Identifier: MIT
# The columns of intervals of nst-sum(1), by quadratic search over the moments at which something
# begins or ends. Input: the records of a stream. $by lists the keys of events, $from and $to are
# the window or null. The output is an array of rows, sorted by their keys.

def work: .type | IN("kernel", "memcpy", "memset");
def compute: .type == "kernel" and (.name | test("nccl") | not);

# The values of an event for a key: several for nvtx:all.
def values($key):
	if $key == "nvtx:all" then (.nvtx // [null] | unique)
	elif $key == "nvtx:2" then [.nvtx[1]?] | (if . == [] then [null] else . end)
	elif $key == "nvtx:^a" then [(.nvtx // [])[] | select(startswith("a"))] | [.[-1]]
	elif $key == "nvtx" then [.nvtx[-1]?] | (if . == [] then [null] else . end)
	elif $key == "work" then [if work | not then null elif compute then "compute"
		elif .type == "kernel" then "communication" else "copy" end]
	else [.[$key]] end;
# All combinations of these values.
def product: reduce .[] as $values ([[]]; [.[] as $row | $values[] as $value | $row + [$value]]);

def track: if work then ["work", .device] elif has("device") then [.type, .device] else [.pid, .tid] end;
def sum(f): reduce f as $x (0; . + $x);

# The parts of time of a track's events in which nothing begins or ends.
def parts: [.[] | .ts, .end] | unique | [., .[1:]] | transpose | map(select(.[1] != null));
def runs($part): .ts <= $part[0] and .end >= $part[1] and .end > .ts;

(map(select(.dur and (.type | IN("stream", "end", "meta") | not)) | .end = .ts + .dur) | to_entries |
	map(.value + {i: .key}) |
	map(select(($to == null or .ts < $to) and ($from == null or .ts >= $from or .end > $from)) |
		.track = track | .groups = ([values($by[])] | product) |
		.ts = ([.ts, $from // .ts] | max) | .end = ([.end, $to // .end] | min))) as $events |
[$events[] | .groups[]] | unique | map(. as $group |
	[$events[] | select(any(.groups[]; . == $group))] as $mine |
	($mine | group_by(.track) | map(
		. as $own | .[0].track as $track | [$events[] | select(.track == $track)] as $all |
		($track[0] == "work") as $work |
		($all | parts | map(. as $part | {
			length: (.[1] - .[0]),
			own: [$own[] | select(runs($part)) | .i],
			all: [$all[] | select(runs($part))],
		} | select(.own != []))) as $parts |
		{
			busy: sum($parts[].length),
			span: (($own | map(.end) | max) - ($own | map(.ts) | min)),
		} + if $work | not then {} else {
			exclusive: sum($parts[] | select((.all | length) == (.own | length)) | .length),
			overlap: sum($parts[] | select((.all | any(compute)) and (.all | any(compute | not))) | .length),
			"overlap:copy": sum($parts[] | select(.all | any(.type | IN("memcpy", "memset"))) | .length),
			"overlap:m[12]": sum($parts[] | select(.all | any(.name | test("m[12]"))) | .length),
			leading: sum($parts[] | select((.all | map(.i) | min) as $i | .own | index($i)) | .length),
		} end)) as $tracks |
	($tracks | map(select(has("leading")))) as $gpus |
	sum($tracks[].busy) as $busy |
	{
		group: $group,
		busy: $busy,
		idle: sum($tracks[] | .span - .busy),
		concurrency: (if $busy > 0 then (sum($mine[] | .end - .ts) * 1000 / $busy + 0.5 | floor | . / 1000) else null end),
	} + if $gpus == [] then {} else {
		exclusive: sum($gpus[].exclusive),
		exposed: sum($gpus[] | .busy - .overlap),
		overlap: sum($gpus[].overlap),
		leading: sum($gpus[].leading),
		"overlap:copy": sum($gpus[]["overlap:copy"]),
		"overlap:m[12]": sum($gpus[]["overlap:m[12]"]),
	} end)
