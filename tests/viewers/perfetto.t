#!/bin/sh
# SPDX-License-Identifier: MIT
# Perfetto shows all of a trace, to the nanosecond, with every arrow: its own SQL against the
# stream.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

# What is drawn, on the clock of the trace, which starts at the first event where that is negative;
# names of operators without their numbers.
drawn='select(.type != "meta" and .type != "stream" and .type != "end") | .ts -= (if $first < 0 then $first else 0 end)
	| if .type == "nvtx" or .type == "nvtx-kernel" then .name |= (sub(", op_id = [0-9]+$"; "") | sub(", seq = [0-9]+$"; "")) else . end'
# The time that threads had a CPU: from each event that gives one to the next of the thread, or to
# the end of the trace.
running='(map(.ts + (.dur // 0)) | max) as $stop | map(select(.type == "sched")) | group_by([.pid, .tid])[]
	| [., .[1:] + [{ ts: $stop }]] | transpose[] | select(.[0].name == "sched-in") | [.[0].ts, .[1].ts - .[0].ts] | @tsv'

for name in $(profiles); do
	ok "$name: drawn" draw "$name"
	trace=$tmp/$name.json
	first=$(jq -n 'first(inputs | select(.type != "meta" and .type != "stream") | .ts)' "$tmp/$name.ndjson")
	jq -c --argjson first "$first" "$drawn" "$tmp/$name.ndjson" >"$tmp/drawn"

	is "$(ask "$trace" "select name, value from stats where severity in ('error', 'data_loss') and value > 0")" "" "$name: no statistic of an error or loss"

	jq -r 'select(has("dur")) | [.type, .ts, .dur, .name] | @tsv' "$tmp/drawn" | sort >"$tmp/want"
	ask "$trace" "select category, ts, dur, name from slice where category not in ('sched', 'nvtx-mark', 'sample', 'diagnostic', 'clock') and
		extract_arg(arg_set_id, 'args.open') is null" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: every slice, exactly ($(grep -c . "$tmp/want"))"

	jq -r -s "$running" "$tmp/drawn" | sort >"$tmp/want"
	ask "$trace" "select ts, dur from slice where category = 'sched' and name = 'Running'" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: when threads ran ($(grep -c . "$tmp/want"))"

	jq -r 'select(.type != "sched" and (has("dur") or has("value") | not)) | [.type, .ts] | @tsv' "$tmp/drawn" | sort >"$tmp/want"
	ask "$trace" "select category, ts from slice where category in ('nvtx-mark', 'sample', 'diagnostic') or category = 'sched' and name <> 'Running'
		or extract_arg(arg_set_id, 'args.open') is not null" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: every mark and open range, and no other state ($(grep -c . "$tmp/want"))"

	[ "$first" -ge 0 ] || set -- "0	$first"
	[ "$first" -lt 0 ] || set -- ""
	is "$(ask "$trace" "select ts, extract_arg(arg_set_id, 'args.zero_ns') from slice where category = 'clock'")" "$1" "$name: what 0 is, if not that of the profile"

	jq -r 'select(has("value")) | [.ts, .value, .name[0:10]] | @tsv' "$tmp/drawn" | sort >"$tmp/want"
	ask "$trace" "select c.ts, cast(c.value as int), substr(t.name, 1, 10) from counter c join counter_track t on c.track_id = t.id" | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: every value of a counter ($(grep -c . "$tmp/want"))"

	jq -r --argjson first "$first" '(if $first < 0 then $first else 0 end) as $base | select(.launch) | [.launch.ts - $base, .ts, .dur, .launch.name, .name, .pid // 0] | @tsv' \
		"$tmp/drawn" | sort >"$tmp/want"
	ask "$trace" "select o.ts, i.ts, i.dur, o.name, i.name, p.pid from flow f join slice o on f.slice_out = o.id join slice i on f.slice_in = i.id
		join thread_track tt on o.track_id = tt.id join thread t using (utid) join process p using (upid)" | awk -F '\t' -v OFS='\t' '$6 >= 2 ^ 23 { $6 = 0 } 1' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: an arrow for each launch and no other ($(grep -c . "$tmp/want"))"
done

finish
