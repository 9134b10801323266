#!/bin/sh
# SPDX-License-Identifier: MIT
# Patterns over far more names than the program remembers answers for: every answer is still jq's,
# however often a name comes back.
. tests/tap.sh

# 30,000 names, then all again backwards, then some that come between others all the time.
awk 'BEGIN {
	for (i = 0; i < 30000; i++) print i
	for (i = 29999; i >= 0; i--) print i
	for (i = 0; i < 30000; i++) { print i; if (i % 3 == 0) print i % 70 }
}' | awk '{ printf "{\"ts\":%d,\"type\":\"kernel\",\"name\":\"k%d_%s\"}\n", NR, $1, $1 % 7 ? "a" : "\\u00e9" }' >"$tmp/in"
ok 'more names than that' test "$(jq -r .name "$tmp/in" | sort -u | wc -l)" -eq 30000

scheme='{"1.*2":"good","[37]_a":"bad","é":"black"}'
color='def color: if test("1.*2") then "good" elif test("[37]_a") then "bad" elif test("é") then "black" else null end;'
keep='test("^k[0-9]*[258]_|9_é$|^k1")'
run nst-filter --match '^k[0-9]*[258]_|9_é$|^k1' --color "$scheme" "$tmp/in"
jq -c "$color select(.name | $keep) | . + {cname: (.name | color)} | if .cname then . else del(.cname) end" "$tmp/in" >"$tmp/want"
is "$status" 0 'status'
jq -c . "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" '--match with --color'
run nst-filter --invert --match '^k[0-9]*[258]_|9_é$|^k1' "$tmp/in"
jq -c "select(.name | $keep | not)" "$tmp/in" >"$tmp/want"
jq -c . "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" '--match with --invert'
run nst-filter --color "$scheme" "$tmp/in"
jq -c "$color . + {cname: (.name | color)} | if .cname then . else del(.cname) end" "$tmp/in" >"$tmp/want"
jq -c . "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" '--color alone'
finish
