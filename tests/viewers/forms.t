#!/bin/sh
# SPDX-License-Identifier: MIT
# Traces of several machines in one archive: Perfetto lays them over each other by UTC. One that is
# not compressed is the same to it.
. tests/tap.sh
. tests/viewers/viewers.sh
needperfetto

# at UTC: the linked sample, as if it had been recorded when its ts were 0 at that UNIX time, ns.
nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
at() {
	sed "1s/\"utc\":[0-9]*/\"utc\":$1/" "$tmp/linked"
}

later=5000000
at 1700000000000000000 | nst-perfetto --machine 1 >"$tmp/a.pftrace"
at $((1700000000000000000 + later)) | nst-perfetto --machine 2 >"$tmp/b.pftrace"
nst-perfetto "$tmp/linked" >"$tmp/alone.pftrace"

what="select s.ts, s.dur, s.category, s.name, s.depth from slice s order by 1, 2, 3, 4, 5"
complaints="select name, value from stats where severity in ('error', 'data_loss') and value > 0"
ask "$tmp/alone.pftrace" "$what" >"$tmp/alone"
ask "$tmp/a.pftrace" "$what" >"$tmp/got"
same "$tmp/got" "$tmp/alone" "a trace of a machine is drawn as without a number ($(grep -c . "$tmp/alone") slices)"
is "$(ask "$tmp/a.pftrace" "select clock_value - ts from clock_snapshot where clock_name = 'REALTIME'")" 1700000000000000000 'it says when it was recorded'

tar -C "$tmp" -cf "$tmp/both.tar" a.pftrace b.pftrace
ask "$tmp/both.tar" "$what" >"$tmp/got"
{
	cat "$tmp/alone"
	awk -F '\t' -v OFS='\t' -v later=$later '{ $1 = sprintf("%.0f", $1 + later) } 1' "$tmp/alone"
} | sort >"$tmp/want"
sort -o "$tmp/got" "$tmp/got"
same "$tmp/got" "$tmp/want" 'both are drawn, the second one later by as much as it was'
is "$(ask "$tmp/both.tar" "$complaints")" '' 'it complains of nothing'
is "$(ask "$tmp/both.tar" 'select count(*) from flow')" "$((2 * $(ask "$tmp/alone.pftrace" 'select count(*) from flow')))" 'arrows stay within a trace'

at 1700000000000000000 | nst-perfetto --plain --machine 1 >"$tmp/a.pftrace"
at $((1700000000000000000 + later)) | nst-perfetto --plain --machine 2 >"$tmp/b.pftrace"
mv "$tmp/got" "$tmp/want"
tar -C "$tmp" -cf "$tmp/both.tar" a.pftrace b.pftrace
ask "$tmp/both.tar" "$what" "$complaints" | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'not compressed: the same'

sed '1s/"utc":[0-9]*,//' "$tmp/linked" >"$tmp/undated"
run nst-perfetto --machine 3 "$tmp/undated"
is "$status $(cat "$tmp/err")" "0 nst-perfetto: $tmp/undated: it does not record when it began: in an archive, it begins where the others begin" 'without UTC: said'
for number in 0 x 4294967296 -1; do
	run nst-perfetto --machine "$number" "$tmp/linked"
	is "$status $(wc -c <"$tmp/out")" '2 0' "--machine $number: a usage error"
done
finish
