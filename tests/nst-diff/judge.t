#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-diff judges: the time of a call, or of a step where there are steps, so that less work is
# not faster. The figures are those of jq and awk over the same streams.
. tests/tap.sh

# calls NAME COUNT FIRST BY [TYPE]: events one after the other, each of BY ns more than the one
# before.
calls() {
	awk -v name="$1" -v count="$2" -v dur="$3" -v by="$4" -v type="${5:-kernel}" 'BEGIN {
		for (i = 0; i < count; i++) {
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"%s\",\"pid\":1,\"device\":0}\n", ts, dur, type, name
			ts += dur + 1000
			dur += by
		}
	}'
}

# mean FILE
mean() {
	jq -s 'map(.dur) | add / length' "$1"
}

# field NAME: of the one row of JSON in out.
field() {
	jq -r ".$1" "$tmp/out"
}

# 300 calls before, 121 now, each of them a bit longer.
calls sgemm 300 3300000 1 >"$tmp/old"
calls sgemm 121 3323000 1 >"$tmp/new"
runrows nst-diff --json "$tmp/old" "$tmp/new"
is "$status $(field change) $(field judged)" '0 slower call' 'less work is not faster: a call is slower'
is "$(jq '.ratio < 0.41' "$tmp/out")" true '... although the total is less than half'
is "$(jq '.judged_ratio * 1e6 | round' "$tmp/out")" \
	"$(jq -n --argjson old "$(mean "$tmp/old")" --argjson new "$(mean "$tmp/new")" '$new / $old * 1e6 | round')" 'the ratio of the means'
is "$(jq '.effect | round' "$tmp/out")" \
	"$(jq -n --argjson old "$(mean "$tmp/old")" --argjson new "$(mean "$tmp/new")" '($new - $old) * 121 | round')" 'the effect: what the new calls take longer'
run nst-diff "$tmp/old" "$tmp/new"
like "$(cat "$tmp/out")" '^New has 121 of 300 kernels: not the same work$' 'both did not do the same work, which is said'
like "$(cat "$tmp/out")" '^Times are per call\.' 'that times are of a call'
run nst-diff --gate 0.5% --tsv "$tmp/old" "$tmp/new"
is "$status $(cat "$tmp/err")" '3 nst-diff: --gate: 1 groups are worse by more than 0.5% per call; the worst is "sgemm"' 'the gate judges calls, and says so'
run nst-diff --gate 0.5% --tsv "$tmp/new" "$tmp/old"
is "$status $(cat "$tmp/err")" '0 ' 'more work and faster calls pass the gate'
head -n 121 "$tmp/old" >"$tmp/less"
run nst-diff --gate 1% --tsv "$tmp/old" "$tmp/less"
is "$status $(cat "$tmp/err")" '0 ' 'only less work passes the gate'
calls other 300 5000000 1 >>"$tmp/old"
run nst-diff --gate 1% --tsv "$tmp/old" "$tmp/less"
is "$status $(cat "$tmp/err")" '0 ' 'what is gone passes the gate'

# The largest effect is first, not the largest change of totals: a has 900 calls less of the same
# time.
{ calls a 1000 1000 0 && calls b 10 5000 1; } >"$tmp/old"
{ calls a 100 1000 0 && calls b 10 9000 1; } >"$tmp/new"
nst-diff --json "$tmp/old" "$tmp/new" | tablerows >"$tmp/out"
is "$(jq -r '"\(.name) \(.effect) \(.change)"' "$tmp/out")" 'b 40000 slower
a 0 no change seen' 'the largest effect is first'

# Steps are judged per step, even where they have more calls than before.
for side in old new; do
	calls=2 steps=6
	[ $side = old ] || calls=3 steps=9
	awk -v calls=$calls -v steps=$steps 'BEGIN {
		for (step = 0; step < steps; step++)
			for (i = 0; i < calls; i++)
				printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"step\":%d}\n", step * 10000 + i * 1000, 500, step
	}' >"$tmp/$side"
done
runrows nst-diff --json "$tmp/old" "$tmp/new"
is "$(field judged) $(field change) $(field judged_ratio) $(field effect)" 'step slower 1.5 500' 'more calls in a step: the step is slower'
run nst-diff "$tmp/old" "$tmp/new"
like "$(cat "$tmp/out")" '^New has 27 of 12 kernels, 9 of 6 steps: not the same work$' 'steps are counted'
# From the first event to the end of the last: 5 * 10000 + 1500 and 8 * 10000 + 2500, by 6 and 9
# steps.
is "$(sed -n '/^step /,/^new/p' "$tmp/out" | tail -n 2 | tr -s ' ')" 'old 8.583 us 1.000 us 7.583 us 0 ns
new 9.167 us 1.500 us 7.667 us 0 ns' 'the headline is per step'
nst-diff --json "$tmp/old" "$tmp/new" >"$tmp/out"
is "$(head -n 1 "$tmp/out" | jq -c '[.headline, .span_old, .span_new, .busy_old, .busy_new, .steps_old, .steps_new, .kernels_old, .kernels_new, .same_work]')" \
	'["step",8583.333,9166.667,1000,1500,6,9,12,27,false]' 'the first record of JSON is the headline'
is "$(sed 1d "$tmp/out" | jq -r 'has("headline")' | sort -u)" false '... and the rows follow'
run nst-diff --gate 3% --tsv "$tmp/old" "$tmp/new"
is "$status $(cat "$tmp/err")" '3 nst-diff: --gate: 1 groups are worse by more than 3% per step; the worst is "k"' 'the gate judges steps, and says so'
# Steps from the third on: 3 * 10000 + 1500 by 4 steps, 6 * 10000 + 2500 by 7.
nst-diff --skip 2 "$tmp/old" "$tmp/new" >"$tmp/out"
is "$(sed -n '/^step /,/^new/p' "$tmp/out" | tail -n 2 | awk '{ print $2, $4 }')" '7.875 1.000
8.929 1.500' '--skip: the headline is without the first steps'
runrows nst-diff --json --over run "$tmp/old" "$tmp/new"
is "$(field judged) $(field change) $(field judged_ratio)" 'call no change seen 1' '--over run judges calls'

# Calls are samples. Old calls are all alike: each ratio is there as often as there are old samples,
# and the interval begins at the one whose number is the critical value of the statistic of Mann and
# Whitney for 5 %, two-sided: 23 for 10 and 10, 127 for 20 and 20.
calls k 10 1000 0 >"$tmp/old"
calls k 10 2001 1 >"$tmp/new"
nst-diff --json "$tmp/old" "$tmp/new" | tablerows >"$tmp/out"
is "$(field low) $(field high)" '2.003 2.008' '10 calls: each is a sample'
calls k 40 1000 0 >"$tmp/old"
calls k 40 2001 1 >"$tmp/new"
nst-diff --json "$tmp/old" "$tmp/new" | tablerows >"$tmp/out"
# means 2001.5, 2003.5 and so on, from the 7th to the 14th
is "$(field low) $(field high)" '2.0135 2.0275' '40 calls: 20 batches of 2'
calls k 63 1000 0 >"$tmp/old"
calls k 63 2001 1 >"$tmp/new"
nst-diff --json "$tmp/old" "$tmp/new" | tablerows >"$tmp/out"
# The last of 31 batches has 3 calls. The plan of 31 and 31 is that of 31 runs, whose means are
# given as totals of one call.
awk 'BEGIN { for (i = 0; i < 31; i++) print (i < 30 ? 4003 + 4 * i : 4124) }' | while read -r double; do
	echo "{\"type\":\"kernel\",\"name\":\"k\",\"count\":1,\"total\":$double}" >"$tmp/run.$double"
	echo "{\"type\":\"kernel\",\"name\":\"k\",\"count\":1,\"total\":2000}" >"$tmp/base.$double"
done
nst-diff --json --old "$tmp"/base.* --new "$tmp"/run.* | tablerows | jq -r '"\(.low) \(.high) \(.factor)"' >"$tmp/want"
is "$(field low) $(field high) $(field factor)" "$(cat "$tmp/want")" '63 calls: the batch that is not full belongs to the one before'

# A few calls that are far off make the mean and the middle of the samples disagree: no change is
# seen.
calls k 60 1000 0 >"$tmp/old"
calls k 1 100000000 0 >>"$tmp/old"
calls k 60 1100 0 >"$tmp/new"
nst-diff --json "$tmp/old" "$tmp/new" | tablerows >"$tmp/out"
is "$(jq '.low > 1 and .judged_ratio < 1' "$tmp/out") $(field change)" 'true no change seen' 'the mean is less, the samples are more: no change is seen'
run nst-diff --gate 3% --tsv "$tmp/old" "$tmp/new"
is "$status" 0 '... and the gate passes'
nst-diff "$tmp/old" "$tmp/new" >"$tmp/out"
is "$(sed -n 's/ k$//p' "$tmp/out" | cut -d ' ' -f 1)" 'uneven' '... for people, a word says that both disagree'

# Unknown noise is told once.
for name in a b c; do
	calls $name 1 1000 0
done >"$tmp/old"
for name in a b c; do
	calls $name 1 1100 0
done >"$tmp/new"
nst-diff "$tmp/old" "$tmp/new" >"$tmp/out"
is "$(grep -c 'noise unknown' "$tmp/out") $(grep -c '^slower? ' "$tmp/out")" '1 3' 'unknown noise is told once'

# The headline: a copy from 0 to 100, a kernel from 50 to 250, NCCL from 200 to 400, on one GPU; the
# other works from 0 to 100. Busy are 400 and 100 of 500, exposed 150 and 0.
cat >"$tmp/old" <<'END'
{"ts":0,"dur":100,"type":"memcpy","name":"Memcpy HtoD","pid":1,"device":0,"stream":1}
{"ts":0,"dur":100,"type":"kernel","name":"gemm","pid":1,"device":1,"stream":1}
{"ts":50,"dur":200,"type":"kernel","name":"gemm","pid":1,"device":0,"stream":2}
{"ts":200,"dur":200,"type":"kernel","name":"ncclDevKernel_AllReduce_Sum_f32_RING_LL","pid":1,"device":0,"stream":3}
{"ts":450,"dur":50,"type":"osrt","name":"poll","pid":1,"tid":1}
END
sed '$d' "$tmp/old" >"$tmp/new"
nst-diff "$tmp/old" "$tmp/new" >"$tmp/out"
is "$(sed -n '/^run /,/^new/p' "$tmp/out" | tr -s ' ')" 'run span busy idle exposed communication
old 500 ns 250 ns 250 ns 75 ns
new 400 ns 250 ns 150 ns 75 ns' 'span, busy, idle and exposed communication, means of both GPUs'
like "$(cat "$tmp/out")" '^New has 3 of 3 kernels: the same work$' 'the same kernels are the same work'
{ tail -n +3 "$tmp/old" && head -n 2 "$tmp/old"; } >"$tmp/unsorted"
nst-diff "$tmp/unsorted" "$tmp/new" >"$tmp/out"
like "$(cat "$tmp/out")" '^Span and busy time are unknown' 'without order the times are unknown'
nst-sum --json "$tmp/old" >"$tmp/table" 2>/dev/null
nst-diff "$tmp/table" "$tmp/new" >"$tmp/out"
like "$(cat "$tmp/out")" '^Span and busy time are unknown' 'of a table, too'

# busy FILE: the means of the GPUs by jq: the union of the intervals of work on each.
busy() {
	jq -s '[.[] | select(.dur != null and (.type == "kernel" or .type == "memcpy" or .type == "memset" or .type == "graph"))] | group_by(.device) |
		map(sort_by(.ts) | reduce .[] as $e ({end: 0, busy: 0}; ([$e.ts, .end] | max) as $from | ($e.ts + $e.dur) as $to |
			if $to > $from then {end: $to, busy: (.busy + $to - $from)} else . end) | .busy) | add / length / 1e6 | . * 1000 | round / 1000' "$1"
}

# fits WHAT: the output fits on a screen of 24 lines of 80 columns.
fits() {
	is "$(awk 'END { print NR <= 24 }' "$tmp/out") $(jq -Rr 'select(length > 80)' "$tmp/out")" '1 ' "$1: 24 lines of 80 columns"
}

old=pytorch-2gpu-3.25.0 new=pytorch-nccl-2gpu-3.25.0
if [ -n "$(profile $old)" ] && [ -e "$(profile $old)" ] && [ -e "$(profile $new)" ]; then
	for name in $old $new; do
		nst-dump "$(profile $name)" 2>/dev/null | nst-link >"$tmp/$name" 2>/dev/null
		run nst-diff "$tmp/$name" "$tmp/$name"
		is "$status $(wc -l <"$tmp/out")" '0 1' "$name: equal inputs print one line"
	done
	nst-diff "$tmp/$old" "$tmp/$new" >"$tmp/out"
	fits "$old, $new"
	is "$(awk '$1 == "old" && $3 == "ms" { print $4 } $1 == "new" && $3 == "ms" { print $4 }' "$tmp/out" | awk '{ printf "%.3f\n", $1 }')" \
		"$(for name in $old $new; do busy "$tmp/$name"; done | awk '{ printf "%.3f\n", $1 }')" 'busy time is that of jq'
	# The lines of a terminal end with a carriage return.
	script -qec "stty cols 80 rows 24; nst-diff --type kernel '$tmp/$old' '$tmp/$new'" /dev/null </dev/null | tr -d '\r' >"$tmp/out"
	fits 'on a terminal'
	like "$(cat "$tmp/out")" 'rows: --top N shows more, --all shows all' 'what is cut is said'
	nst-diff --json "$tmp/$old" "$tmp/$new" | tablerows >"$tmp/json"
	nst-diff --all --wide "$tmp/$old" "$tmp/$new" | sed '1,/^change /d; /^$/,$d' >"$tmp/out"
	is "$(wc -l <"$tmp/out")" "$(wc -l <"$tmp/json")" '--all has all rows'
	is "$(grep -c '…' "$tmp/out")" 0 '--wide has whole names'
	nst-diff --top 30 "$tmp/$old" "$tmp/$new" | sed '1,/^change /d; /^$/,$d' >"$tmp/out"
	is "$(wc -l <"$tmp/out")" 30 '--top has that many rows'
	for form in tsv csv; do
		nst-diff --$form "$tmp/$old" "$tmp/$new" >"$tmp/$form"
	done
	sqlite3 :memory: -cmd '.mode csv' ".import $tmp/csv t" 'SELECT count(*), sum(total_old), sum(effect > 0) FROM t' >"$tmp/got"
	jq -rs '"\(length),\(map(.total_old) | add),\(map(select(.effect > 0)) | length)"' "$tmp/json" | awk -F, '{ print $1 "," $2 "," $3 }' >"$tmp/want"
	is "$(awk -F, '{ printf "%d,%.0f,%d", $1, $2, $3 }' "$tmp/got")" "$(awk -F, '{ printf "%d,%.0f,%d", $1, $2, $3 }' "$tmp/want")" 'CSV has the rows of JSON'
	is "$(wc -l <"$tmp/tsv")" "$(($(wc -l <"$tmp/json") + 1))" 'TSV has all rows'
	# The figures of all groups, by jq over the streams.
	for side in old new; do
		eval "file=\$$side"
		jq -r 'select(.type == "kernel" and .dur != null) | [.name, .dur] | @tsv' "$tmp/$file" | awk -F '\t' -v side=$side '{ n[$1]++; sum[$1] += $2 } END { for (k in n) printf "%s\t%s\t%.9f\n", k, side, sum[k] / n[k] }'
	done | awk -F '\t' '{ m[$2, $1] = $3; names[$1] } END { for (k in names) if ((("old", k) in m) && (("new", k) in m)) printf "%s %.4f\n", k, m["new", k] / m["old", k] }' | sort >"$tmp/want"
	nst-diff --names raw --json --type kernel "$tmp/$old" "$tmp/$new" | tablerows | jq -r 'select(.judged_ratio != null) | "\(.name) \(.judged_ratio)"' | awk '{ r = $NF; sub(/ [^ ]*$/, ""); printf "%s %.4f\n", $0, r }' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" 'the ratios of calls are those of jq'
else
	report 0 'two profiles # SKIP ../shared/profiles is absent'
fi
finish
