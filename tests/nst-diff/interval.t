#!/bin/sh
# SPDX-License-Identifier: MIT
# Intervals against a model: all ratios in order, and the statistic of Mann and Whitney counted out
# over all ways to deal the ranks; tables of critical values; how often a change is seen where there
# is none.
. tests/tap.sh

# runs SIDE TOTAL...: a table for each run, and the options for them.
runs() {
	side=$1 i=0
	shift
	rm -f "$tmp/$side".*
	for total; do
		i=$((i + 1))
		[ "$total" -lt 0 ] || echo "{\"type\":\"kernel\",\"name\":\"k\",\"count\":1,\"total\":$total}" >"$tmp/$side.$i"
		[ "$total" -ge 0 ] || echo '{"type":"kernel","name":"other","count":1,"total":5}' >"$tmp/$side.$i"
	done
}

# model OLD NEW: low, high, the median, and the confidence, from totals with blanks between them; -1
# is a run without any, which is no sample of a call.
model() {
	awk -v olds="$1" -v news="$2" '
		function text(x) { return (x > 1e140) ? "inf" : sprintf("%.6f", x) }
		function keep(count, p,    i, kept) { for (i = 1; i <= count; i++) if (p[i] >= 0) p[++kept] = p[i]; return kept + 0 }
		function ratio(x, y) { return x > 0 ? y / x : y > 0 ? 1e300 : 1 }
		BEGIN {
			m = keep(split(olds, old, " "), old)
			n = keep(split(news, new, " "), new)
			if (m < 2 || n < 2) { print "inf", "inf", "inf", "0.000"; exit }
			for (i = 1; i <= m; i++) for (j = 1; j <= n; j++) r[++pairs] = ratio(old[i] < 0 ? 0 : old[i], new[j] < 0 ? 0 : new[j])
			for (i = 2; i <= pairs; i++) for (j = i; j > 1 && r[j - 1] > r[j]; j--) { t = r[j]; r[j] = r[j - 1]; r[j - 1] = t }
			# each subset of m of the ranks, as bits; the statistic counts the pairs in
			# which an old rank is above a new one
			for (set = 0; set < 2 ^ (m + n); set++) {
				ones = u = zeros = 0
				for (v = set; ones + zeros < m + n; v = int(v / 2))
					if (v % 2) { ones++; u += zeros } else zeros++
				if (ones == m) { ways[u]++; all++ }
			}
			for (k = 0; 2 * (below + ways[k]) / all <= 0.05 + 1e-12; k++) below += ways[k]
			if (k == 0) { k = 1; below = ways[0] }
			lo = r[k]; hi = r[pairs + 1 - k]
			a = r[int((pairs + 1) / 2)]; b = r[int(pairs / 2) + 1]
			print text(lo), text(hi), text(sqrt(a) * sqrt(b)), sprintf("%.3f", 1 - 2 * below / all)
		}'
}

# said: the same of nst-diff, and the change.
said() {
	# shellcheck disable=SC2046 # several files
	nst-diff --json --old $(ls "$tmp"/old.*) --new $(ls "$tmp"/new.*) | tablerows | jq -r 'select(.name == "k") | "\(.low // "inf") \(.high // "inf") \(.factor // "inf") \(.confidence) \(.change)"' |
		awk '
			function text(x) { return (x == "inf") ? x : sprintf("%.6f", x) }
			{ print text($1), text($2), text($3), sprintf("%.3f", $4), $5, $6, $7 }' | sed 's/ *$//'
}

while IFS='|' read -r old new change; do
	# shellcheck disable=SC2086 # several totals
	runs old $old
	# shellcheck disable=SC2086
	runs new $new
	is "$(said)" "$(model "$old" "$new") $change" "$old against $new"
done <<'END'
100 110|130 140|too few samples
100 110 120|130 140 150|too few samples
100 110 120|105 140 150|no change seen
100 110 120 130|131 140 150 160|slower
131 140 150 160|100 110 120 130|faster
100 110 120 130|130 140 150 160|no change seen
100 103 99 101 98|104 105 108 103 110|slower
100 103 99 101 98 107|104 105 108 103 110 99|no change seen
5 1000 7 8 9 6 7|50 70 80 90 60 70 1|no change seen
100 100 100 100 100|100 100 100 100 100 101|no change seen
100 110|120 130 140 150 160 170 180 190 200 210|slower
0 -1 5 7 9|6 8 10 20 30|no change seen
-1 -1 -1 0 -1|6 8 10 20 30|noise unknown
-1 -1 -1 -1 -1|6 8 10 20 30|new
6 8 10 20 30|-1 -1 -1 -1 -1|gone
1000000007 1000000009 1000000021 1000000033|1000000087 1000000093 1000000097 1000000103|slower
END

# Tables of critical values, two-sided 5 %: 0 for 4 and 4, 2 for 5 and 5, 23 for 10 and 10, 39 for
# 10 and 15, 127 for 20 and 20. With old values all alike each ratio is there as often as there are
# old values: the interval begins at the one whose number is the critical value, from 0. deal OLD
# NEW CRITICAL
while read -r m n critical; do
	# shellcheck disable=SC2046 # several totals
	runs old $(yes 1000 | head -n "$m")
	# shellcheck disable=SC2046
	runs new $(seq 2001 "$((2000 + n))")
	low=$((2001 + critical / m))
	is "$(said | cut -d ' ' -f 1,2)" "$(awk -v low=$low -v high=$((4001 + n - low)) 'BEGIN { printf "%.6f %.6f", low / 1000, high / 1000 }')" "critical value of $m and $n"
done <<'END'
4 4 0
5 5 2
10 10 23
10 15 39
20 20 127
END
# 60 and 60 by the normal distribution: 1800 - 1.96 * sqrt(60 * 60 * 121 / 12) = 1426.6, so that
# 1425 are left out at each end
# shellcheck disable=SC2046
runs old $(yes 1000 | head -n 60)
# shellcheck disable=SC2046
runs new $(seq 2001 2060)
is "$(said | cut -d ' ' -f 1,2)" '2.024000 2.037000' 'the normal distribution above 50'

# 400 groups that do not change, and 400 that become 10 % slower, with noise of some 2 %: 8 steps on
# each side.
awk 'BEGIN {
	srand(3)
	for (side = 0; side < 2; side++)
		for (step = 0; step < 8; step++)
			for (k = 0; k < 800; k++) {
				noise = 0
				for (i = 0; i < 12; i++) noise += rand()
				total = 1e6 * exp(0.02 * (noise - 6)) * (side && k >= 400 ? 1.1 : 1)
				printf "{\"type\":\"kernel\",\"name\":\"%s %d\",\"step\":%d,\"count\":1,\"total\":%d}\n", k < 400 ? "same" : "slow", k, step, total > ("'"$tmp"'/side." side)
			}
}'
nst-diff --json "$tmp/side.0" "$tmp/side.1" | tablerows >"$tmp/out"
seen=$(jq -r 'select((.name | startswith("same")) and .change != "no change seen") | .name' "$tmp/out" | wc -l)
ok "of 400 that did not change some are seen by chance, some 5 %: $seen" test "$seen" -gt 2 -a "$seen" -lt 36
is "$(jq -r 'select(.name | startswith("slow")) | .change' "$tmp/out" | sort | uniq -c | tr -s ' ')" ' 400 slower' 'of 400 that became slower all are seen'
is "$(jq -rs 'map(select((.name | startswith("slow")) and .low <= 1.1 and .high >= 1.1)) | length > 360' "$tmp/out")" true '... and the interval has the factor in it'
# An interval that contradicts the ratio: the row says so in a word, and a line below the table
# explains it. uneven OLD NEW: the change of k, and whether the line is there.
uneven() {
	# shellcheck disable=SC2086 # several totals
	runs old $1
	# shellcheck disable=SC2086
	runs new $2
	# shellcheck disable=SC2046 # several files
	nst-diff --old $(ls "$tmp"/old.*) --new $(ls "$tmp"/new.*) >"$tmp/out"
	echo "$(awk '$NF == "k" { print $1 }' "$tmp/out") $(grep -c '^uneven: ' "$tmp/out")"
}
few='10 10 10 10 10 10 10'
is "$(uneven "$few 9000" '20 20 20 20 20 20 20 20')" 'uneven 1' 'less in all, and more in the middle'
is "$(uneven '20 20 20 20 20 20 20 20' "$few 9000")" 'uneven 1' 'more in all, and less in the middle'
is "$(said)" "$(model '20 20 20 20 20 20 20 20' "$few 9000") no change seen" 'more in all, and less in the middle: for scripts'
is "$(uneven "$few 10" '20 20 20 20 20 20 20 20')" 'slower 0' 'both tell the same'
is "$(uneven "$few 30" '11 9 10 11 9 10 9 11')" 'faster? 0' 'the interval has 1 in it'

finish
