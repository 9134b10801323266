#!/bin/sh
# SPDX-License-Identifier: MIT
# The ranges of each NVTX domain have a row of their own on their thread, in nst-chrome,
# nst-perfetto and nst-page; --no-domains gives one row.
. tests/tap.sh

: "${REPORTS:=../shared/reports}"

# range TS DUR NAME [DOMAIN [TID]]
range() {
	printf '{"ts":%d,"dur":%d,"type":"nvtx","name":"%s","pid":9,"tid":%d%s}\n' "$1" "$2" "$3" \
		"${5:-9}" "${4:+,\"domain\":\"$4\"}"
}
{
	echo '{"ts":0,"type":"stream","version":1}'
	range 10 50 other TensorRT
	range 20 20 plain
	range 25 30 crossing myelin
	range 26 2 inner TensorRT
	range 27 9 operator cpu_op
	range 28 3 elsewhere TensorRT 10
	echo '{"ts":30,"type":"nvtx-mark","name":"mark","pid":9,"tid":9,"domain":"myelin"}'
	echo '{"ts":40,"dur":5,"type":"nvtx-kernel","name":"other","pid":9,"tid":9,"device":0,"domain":"TensorRT"}'
	echo '{"ts":41,"dur":5,"type":"nvtx-kernel","name":"plain","pid":9,"tid":9,"device":0}'
	range 50 5 long 'a domain with a name that is very long'
	range 52 20 'crosses itself' myelin
	range 75 5 later myelin
	echo '{"ts":90,"type":"end"}'
} >"$tmp/in"

# rows TRACE: each event with the label of its row, and the labels in their order.
rows() {
	jq -r '(map(select(.name == "thread_name")) | map({("\(.pid) \(.tid)"): .args.name}) | add) as $row
		| .[] | select(.ph == "X" or .ph == "i") | "\(.name): \($row["\(.pid) \(.tid)"])"' "$1"
	jq -r 'map(select(.name == "thread_sort_index")) | map({("\(.pid) \(.tid)"): .args.sort_index}) | add as $order | $order
		| to_entries | sort_by(.value)[].key' "$1" >"$tmp/order"
	jq -r --rawfile order "$tmp/order" '(map(select(.name == "thread_name")) | map({("\(.pid) \(.tid)"): .args.name}) | add) as $row
		| $order | split("\n")[] | select(. != "") | $row[.]' "$1"
}
run nst-chrome --partial "$tmp/in"
is "$status" 0 'status'
rows "$tmp/out" | sort >"$tmp/got"
sort >"$tmp/want" <<'END'
other: NVTX · TensorRT · main 9
plain: NVTX · main 9
crossing: NVTX · myelin · main 9
inner: NVTX · TensorRT · main 9
operator: NVTX · main 9
elsewhere: NVTX · TensorRT · thread 10
mark: NVTX · myelin · main 9
crosses itself: NVTX · myelin · main 9 · 2
later: NVTX · myelin · main 9
NVTX · myelin · main 9 · 2
other: NVTX · TensorRT · main
plain: NVTX · main
long: NVTX · a domain w…very long · 9
NVTX · main
NVTX · TensorRT · main
NVTX · main 9
NVTX · TensorRT · main 9
NVTX · myelin · main 9
NVTX · a domain w…very long · 9
NVTX · TensorRT · thread 10
END
same "$tmp/got" "$tmp/want" 'a row for each domain; categories of PyTorch stay with the default one'
rows "$tmp/out" | sed -n '/:/!p' | grep -v ' · 2$' >"$tmp/got"
is "$(head -n 6 "$tmp/got" | paste -s -d ,)" \
	'NVTX · main,NVTX · TensorRT · main,NVTX · main 9,NVTX · TensorRT · main 9,NVTX · myelin · main 9,NVTX · a domain w…very long · 9' \
	'the default domain is first, others in the order of their first ranges'
run nst-chrome --partial --no-domains "$tmp/in"
is "$status $(rows "$tmp/out" | sed 's/.*: //' | grep -c TensorRT)" '0 0' '--no-domains: no row is of a domain'
is "$(rows "$tmp/out" | grep -c '^\(other\|plain\|inner\|operator\): NVTX · main')" 6 '... the ranges are in one'
for program in 'nst-chrome --kineto' 'nst-chrome --labels'; do
	run $program --no-domains "$tmp/in"
	is "$status" 2 "$program --no-domains: refused"
done
for program in 'nst-perfetto --plain' nst-page; do
	$program --partial "$tmp/in" >"$tmp/many" 2>/dev/null
	run $program --partial --no-domains "$tmp/in"
	is "$status" 0 "$program --no-domains: status"
	ok '... it makes a difference' test "$(cmp -s "$tmp/many" "$tmp/out" || echo differs)" = differs
done
nst-perfetto --plain --partial "$tmp/in" 2>/dev/null >"$tmp/many"
is "$(grep -a -o 'NVTX · [a-zA-Z]*' "$tmp/many" | sort -u | paste -s -d ,)" \
	'NVTX · TensorRT,NVTX · a,NVTX · main,NVTX · myelin' 'nst-perfetto: labels'

# The rows of a hostile stream stay few: domains behind the first 256 share that of the default one.
awk 'BEGIN { for (i = 1; i <= 300; i++) printf "{\"ts\":%d,\"dur\":1,\"type\":\"nvtx\",\"name\":\"r\",\"pid\":7,\"tid\":1,\"domain\":\"d%d\"}\n", i * 10, i }' >"$tmp/many"
nst-chrome --partial "$tmp/many" >"$tmp/out" 2>/dev/null
is "$(sed 's/,$//' "$tmp/out" | grep '"ph":"X"' | jq -s -c 'group_by(.tid) | map(length) | [length, max]')" '[257,44]' 'the 256 first domains have rows'

# A profile with three domains on one thread: each row has the ranges that SQL counts.
real=$REPORTS/nvtx-domains-json-2022.4.2.sqlite
if [ -e "$real" ]; then
	sqlite3 -readonly "$real" "SELECT 'NVTX' || coalesce(' · ' || d.text, '') AS row, count(*)
		FROM NVTX_EVENTS e LEFT JOIN NVTX_EVENTS d ON d.eventType = 75 AND d.domainId = e.domainId AND d.globalTid >> 24 = e.globalTid >> 24
		WHERE e.eventType IN (59, 60) GROUP BY row" | sed 's/ · [Dd]efault//' >"$tmp/want"
	nst-dump "$real" 2>/dev/null | nst-chrome >"$tmp/out"
	rows "$tmp/out" | sed -n 's/^.*: \(NVTX.*\)$/\1/p' | sed 's/ · main.*//; s/ · [0-9]*$//' | sort | uniq -c |
		sed 's/^ *\([0-9]*\) \(.*\)/\2|\1/' | sort >"$tmp/got"
	sort -o "$tmp/want" "$tmp/want"
	is "$(wc -l <"$tmp/want")" 3 'three domains'
	same "$tmp/got" "$tmp/want" "ranges by row ($(paste -s -d ' ' "$tmp/want"))"
else
	skip "not in $REPORTS" 'ranges by row'
fi
finish
