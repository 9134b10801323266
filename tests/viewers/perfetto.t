#!/bin/sh
# SPDX-License-Identifier: MIT
# Perfetto shows all of a trace, to the nanosecond, with every arrow: its own SQL against the stream.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

# Slices with a duration, as type, start, duration, name.
slices='select(.type != "meta" and .type != "stream" and .type != "end")'
# The clock of the trace starts at the first event where that is negative.
base='(if $first < 0 then $first else 0 end)'

for name in $(profiles); do
	ok "$name: drawn" draw "$name"
	trace=$tmp/$name.json
	first=$(jq -n "first(inputs | $slices | .ts)" "$tmp/$name.ndjson")
	jq -c 'select(has("value") | not)' "$tmp/$name.ndjson" >"$tmp/drawn"

	is "$(ask "$trace" "select name, value from stats where severity in ('error', 'data_loss') and value > 0")" "" "$name: no statistic of an error or loss"

	jq -r --argjson first "$first" "$slices"' | select(has("dur")) | [.type, .ts - '"$base"', .dur, .name] | @tsv' "$tmp/drawn" | sort >"$tmp/want"
	ask "$trace" "select category, ts, dur, name from slice where category not in ('sched', 'nvtx-mark', 'sample', 'diagnostic') and
		extract_arg(arg_set_id, 'args.open') is null" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: every slice, exactly ($(grep -c . "$tmp/want"))"

	jq -r --argjson first "$first" "$slices"' | select(has("dur") | not) | [.type, .ts - '"$base"'] | @tsv' "$tmp/drawn" | sort >"$tmp/want"
	ask "$trace" "select category, ts from slice where category in ('sched', 'nvtx-mark', 'sample', 'diagnostic') or extract_arg(arg_set_id, 'args.open') is not null" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: every mark, state and open range ($(grep -c . "$tmp/want"))"

	jq -r --argjson first "$first" 'select(has("value")) | [.ts - '"$base"', .value, .name] | @tsv' "$tmp/$name.ndjson" | sort >"$tmp/want"
	ask "$trace" "select c.ts, cast(c.value as int), t.name from counter c join counter_track t on c.track_id = t.id where t.name not like '% corr'" |
		sed 's/ · .*//; s/ value$//' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: every value of a counter ($(grep -c . "$tmp/want"))"

	jq -r --argjson first "$first" 'select(.launch) | [.launch.ts - '"$base"', .ts - '"$base"', .dur, .launch.name, .name, .pid // 0] | @tsv' "$tmp/$name.ndjson" |
		sort >"$tmp/want"
	ask "$trace" "select o.ts, i.ts, i.dur, o.name, i.name, p.pid from flow f join slice o on f.slice_out = o.id join slice i on f.slice_in = i.id
		join thread_track tt on o.track_id = tt.id join thread t using (utid) join process p using (upid)" | awk -F '\t' -v OFS='\t' '$6 >= 2 ^ 30 { $6 = 0 } 1' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: an arrow for each launch and no other ($(grep -c . "$tmp/want"))"
done

finish
