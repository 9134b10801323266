#!/bin/sh
# SPDX-License-Identifier: MIT
# How catapult, which chrome://tracing draws with, nests the slices of a track: by its rule, which
# rounds times to whole microseconds in an array, and to nanoseconds in an object that says
# displayTimeUnit ns (SliceGroup.createSubSlices, TimedEvent.bounds and the roundedLess of
# TimeDisplayModes).
. tests/tap.sh
command -v jq >/dev/null || skipall "jq is not installed"

# nested TRACE: prints the number of slices, of those that are drawn in a slice that does not reach
# them, and of those that are drawn beside the one around them. Slices without a duration have no
# place of their own, so they are no error.
nested() {
	jq -r '(if type == "array" then [1000, .] else [if .displayTimeUnit == "ns" then 1e6 else 1000 end, .traceEvents] end) as [$scale, $events]
		| $events | to_entries[] | select(.value.ph == "X") | [.value.pid, .value.tid, .value.ts, .value.dur, .key, $scale] | @tsv' "$1" |
		sort -s -t '	' -k 1,1n -k 2,2n -k 3,3g -k 5,5n |
		awk -F '\t' '
		function ns(us) { return sprintf("%.0f", us * 1000) + 0 }
		function rounded(ms) { return int(ms * scale + 0.5) }
		{
			scale = $6
			if ($1 != pid || $2 != tid)
				depth = 0
			pid = $1
			tid = $2
			start = $3 / 1000 # ms, as catapult has them
			end = start + $4 / 1000
			# The last slice of each level is the only one that can be around another.
			for (at = 0; at < depth && rounded(start) >= rounded(begin[at]) && rounded(last[at]) >= rounded(end); at++)
				if ($4 > 0 && ns($3) >= until[at]) {
					wrong++
					break
				}
			if ($4 > 0 && at < depth && ns($3) < until[at] && ns($3) + ns($4) <= until[at])
				beside++
			depth = at + 1
			begin[at] = start
			last[at] = end
			until[at] = ns($3) + ns($4)
			count++
		}
		END { print count + 0, wrong + 0, beside + 0 }'
}

# A call of 40 ns right behind another.
cat >"$tmp/in" <<'END'
{"ts":1000900,"dur":500,"type":"cuda-api","name":"a","pid":5,"tid":5}
{"ts":1001420,"dur":40,"type":"cuda-api","name":"b","pid":5,"tid":5}
END
nst-chrome --partial "$tmp/in" >"$tmp/array"
nst-chrome --partial --object "$tmp/in" >"$tmp/object"
is "$(nested "$tmp/array")" '2 1 0' 'an array: a short slice is drawn in the one before it, as the manual says'
is "$(nested "$tmp/object")" '2 0 0' 'an object: beside it'

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null | nst-state >"$tmp/in"
	nst-chrome --object "$tmp/in" >"$tmp/object"
	is "$(nested "$tmp/object")" "$(grep -c '^{"ph":"X"' "$tmp/object") 0 0" "$name: an object nests right"
done

finish
