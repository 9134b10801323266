#!/bin/sh
# SPDX-License-Identifier: MIT
# The path of every profile divides the span, is in order, marks what it goes through, and leaves
# all else as it was.
. tests/tap.sh

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
	run nst-path "$tmp/linked"
	is "$status" 0 "$name: status"
	cp "$tmp/out" "$tmp/path"
	grep '"type":"path"' "$tmp/path" >"$tmp/segments"
	# jq loses nanoseconds above 2^53, awk too: the times of these profiles are below
	is "$(jq -r '[.ts, .dur] | @tsv' "$tmp/segments" | awk -F '\t' 'NR > 1 && $1 != end { print "line " NR } { end = $1 + $2 }')" '' "$name: segments have no gap and no overlap"
	is "$(jq -r '[.ts, .dur] | @tsv' "$tmp/segments" | awk -F '\t' 'NR == 1 { print $1 } { end = $1 + $2 } END { printf "%.0f\n", end }' | paste -s -d ' ')" \
		"$(nst-sum --by none --json "$tmp/linked" 2>/dev/null | jq -r 'select(.span) | "\(.from) \(.from + .span)"' 2>/dev/null | head -n 1)" "$name: they are the span"
	grep -v '"type":"path"' "$tmp/path" | sed 's/,"critical":true//; /"type":"end"/d' >"$tmp/rest"
	grep -v '"type":"end"' "$tmp/linked" >"$tmp/input"
	same "$tmp/rest" "$tmp/input" "$name: all else is as it was"
	grep -v -e '"type":"nvtx-kernel"' -e '"type":"call-kernel"' -e '"type":"end"' "$tmp/path" | cut -d: -f2 | cut -d, -f1 >"$tmp/times"
	ok "$name: in order of time" sort -n -c "$tmp/times"
	# work that is marked, and work of segments
	jq -r 'select(.critical and (.type | IN("kernel", "memcpy", "memset", "graph"))) | [.ts, .name] | @tsv' "$tmp/path" | sort -u >"$tmp/got"
	jq -r 'select(.args.kind | IN("kernel", "copy", "graph", "communication")) | select(.device != null) | [.ts, .name] | @tsv' "$tmp/segments" | sort -u >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: $(wc -l <"$tmp/want") events of GPUs are marked"
	nst-state "$tmp/linked" 2>/dev/null | nst-path 2>/dev/null | grep '"type":"path"' >"$tmp/stated"
	same "$tmp/stated" "$tmp/segments" "$name: the path of a stream with states is the same"
	nst-path --from +1ms --to -1ms "$tmp/linked" 2>/dev/null | grep '"type":"path"' >"$tmp/segments"
	is "$(jq -r '[.ts, .dur] | @tsv' "$tmp/segments" | awk -F '\t' 'NR > 1 && $1 != end { print "line " NR } { end = $1 + $2 }')" '' "$name: nor in a window"
done

# A stream that a filter cut has the path of the window.
nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
nst-filter --from +100ms --to +200ms "$tmp/linked" >"$tmp/cut"
is "$(nst-path "$tmp/cut" | jq -s '[.[] | select(.type == "path") | .dur] | add')" 100000000 'a cut stream: the path is of its window'

# The row that viewers draw has all segments, on one track.
nst-path "$tmp/linked" >"$tmp/path"
is "$(nst-chrome "$tmp/path" | jq -c '[.[] | select(.ph == "X" and .cat == "path")] | [length, ([.[].tid] | unique | length), ([.[].dur] | add * 1000 | round)]')" \
	"$(jq -sc '[.[] | select(.type == "path")] | [length, 1, ([.[].dur] | add)]' "$tmp/path")" 'nst-chrome draws it in one row'
is "$(nst-chrome "$tmp/path" | jq -c '[.[] | select(.cat == "path" and .args.kind == "host other") | .name] | unique')" '["host other"]' 'a segment without a name is called by its kind'
is "$(nst-chrome "$tmp/path" | jq -c '([.[] | select(.ph == "X" and .cat == "path")][0].pid) as $pid | [.[] | select(.ph == "M" and .name == "process_sort_index" and .pid == $pid) | .args.sort_index]')" '[0]' 'above all other rows'
ok 'nst-perfetto draws it' sh -c "nst-perfetto --plain '$tmp/path' | grep -aq 'Critical path'"
is "$(nst-chrome --kineto "$tmp/path" 2>/dev/null | grep -c '"path"')" 0 'a trace for HTA does not have it'
is "$(nst-scrub "$tmp/path" | jq -r 'select(.type == "path" and .args.kind == "host range") | .name' | grep -vc '^x[0-9a-f]*$')" 0 'nst-scrub hashes its names of ranges'
is "$(nst-answer --about path --json "$tmp/path" | jq -s '[.[].total] | add')" "$(jq -s '[.[] | select(.type == "path") | .dur] | add' "$tmp/path")" 'nst-answer adds up all of it'

finish
