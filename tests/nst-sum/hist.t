#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-sum --hist: the number of durations in each bin is that of SQL over the same export, and each
# form has the same rows.
. tests/tap.sh

command -v jq >/dev/null || skipall "jq is not installed"
command -v sqlite3 >/dev/null || skipall "sqlite3 is not installed"

# The begins of bins.
edges() {
	printf '%s\n' 0 1 2 5 10 20 50
	for power in 1 10 100 1000 10000 100000 1000000 10000000 100000000; do
		for step in 100 125 160 200 250 315 400 500 630 800; do
			echo $((step * power))
		done
	done
}

for name in $(profiles); do
	nst-dump --names mangled "$(profile "$name")" 2>/dev/null >"$tmp/in"
	nst-filter --type kernel "$tmp/in" 2>/dev/null | nst-sum --names raw --hist --by type --json 2>/dev/null | tablerows >"$tmp/rows"
	jq -r 'select(.count > 0) | "\(.from) \(.count)"' "$tmp/rows" | sort -n >"$tmp/got"
	edges | sed 's/.*/INSERT INTO edge VALUES(&);/' >"$tmp/sql"
	{
		echo 'CREATE TEMP TABLE edge(at INTEGER);'
		cat "$tmp/sql"
		echo "SELECT (SELECT max(at) FROM edge WHERE at <= k.\"end\" - k.start) AS bin, count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL k GROUP BY bin ORDER BY bin;"
	} | sqlite3 -separator ' ' "$(profile "$name")" >"$tmp/want" 2>"$tmp/err"
	same "$tmp/got" "$tmp/want" "$name: as SQL has them"
	is "$(jq -s 'map(.share) | (add // 100) * 100 | round' "$tmp/rows")" 10000 "$name: shares are of all"
	# bins follow each other
	is "$(jq -rs '[range(1; length) as $i | select(.[$i].from != .[$i - 1].to)] | length' "$tmp/rows")" 0 "$name: no bin is left out"
	nst-filter --type kernel "$tmp/in" 2>/dev/null | nst-sum --hist --by name,type --csv 2>/dev/null >"$tmp/csv"
	nst-filter --type kernel "$tmp/in" 2>/dev/null | nst-sum --hist --by name,type --json 2>/dev/null | tablerows >"$tmp/json"
	is "$(sed 1d "$tmp/csv" | sed 's/.*,kernel,//')" "$(jq -r '"\(.from),\(.to),\(.count),\(.share)"' "$tmp/json")" "$name: CSV has the same rows"
done

stream() {
	printf '{"ts":%d,"dur":%s,"type":"kernel","name":"%s","pid":1,"device":0}\n' "$@"
}
stream 0 0 k 10 1 k 20 99 k 30 100 k 40 124 k 50 125 k 60 9223372036854775807 k >"$tmp/in"
is "$(nst-sum --partial --hist --by name --tsv "$tmp/in" 2>/dev/null | awk -F '\t' '$4 > 0 && NR > 1 { print $2, $4 }' | paste -sd ,)" \
	'0 1,1 1,50 1,100 2,125 1,8000000000000000000 1' 'edges belong to the bin that they begin'
is "$(nst-sum --partial --hist --by name --tsv "$tmp/in" 2>/dev/null | tail -n 1 | cut -f 3)" 9223372036854775807 'the last bin'
# Text: the key in the first row of a group, groups by their total, and bars of at most 40
# characters, relative to the largest bin.
{
	for i in 1 2 3 4 5 6 7; do
		stream $i 10 a
	done
	stream 20 20 a 30 300 b
} >"$tmp/in"
nst-sum --partial --hist --by name "$tmp/in" | sed '/^$/,$d' | awk 'NR > 1 { bar = $7 ~ /^#/ ? length($7) : 0; print $1 $2, $5, bar, $8 }' >"$tmp/got"
# b has one of one; a has 7 of 8 in the bin of 10 ns, and 1 in that of 20 ns: a seventh of 40,
# rounded up
printf '%s\n' '250ns 1 40 b' '10ns 7 40 a' '20ns 1 6 ' >"$tmp/want"
same "$tmp/got" "$tmp/want" 'text: bars and names'
stream 0 10 a 20 300 b >"$tmp/in"
for options in '--report cuda_gpu_kern_sum' '--columns count' '--bins 2' '--by none' '--by counter'; do
	# shellcheck disable=SC2086 # several words
	run nst-sum --partial --hist $options "$tmp/in"
	is "$status" 2 "refused: --hist $options"
done
nst-sum --partial --hist --json "$tmp/in" >"$tmp/table"
run nst-diff "$tmp/table" "$tmp/table"
like "$status $(cat "$tmp/err")" '^1 nst-diff: .*counts durations of each length: make it without --hist' 'nst-diff refuses the table'
finish
