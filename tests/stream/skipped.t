#!/bin/sh
# SPDX-License-Identifier: MIT
# The member "skipped" of end records: nst-dump writes it, all other programs keep it, and nothing
# is printed unless -v asks for it. nst-event(5).
. tests/tap.sh

report=$BUILD/sample.nsys-rep
skipped() {
	jq -c 'select(.type == "end").skipped' "$1"
}

run nst-dump --type kernel,cuda-api "$report"
is "$(skipped "$tmp/out")" null 'with --type: no member'
run nst-dump "$report"
is "$(grep -c 'not dumped' "$tmp/err")" 0 'nothing is printed'
is "$(skipped "$tmp/out")" '{"properties of the system":1}' 'the end record has the kinds'
mv "$tmp/out" "$tmp/dump"
run nst-dump -v "$report"
like "$(cat "$tmp/err")" "^nst-dump: $report: not dumped: properties of the system 1$" '-v prints them'
run nst-link "$tmp/dump"
is "$(skipped "$tmp/out")" '{"properties of the system":1}' 'nst-link keeps it'
mv "$tmp/out" "$tmp/linked"
for program in nst-state nst-step nst-skew nst-scrub 'nst-filter --type kernel'; do
	# shellcheck disable=SC2086 # a program and its options
	run $program "$tmp/linked"
	is "$(skipped "$tmp/out")" '{"properties of the system":1}' "$program keeps it"
done
run nst-chain nst-dump "$report" '|' nst-link
is "$(skipped "$tmp/out")" '{"properties of the system":1}' 'nst-chain keeps it'

# Numbers of a kind add up, and names are text.
stream() {
	printf '{"ts":0,"type":"stream","format":1}\n{"ts":%s,"dur":1,"type":"mine","name":"x"}\n' "$1"
	printf '{"ts":%s,"type":"end","events":1,"skipped":%s}\n' "$1" "$2"
}
stream 1 '{"a":2,"caf\u00e9 \"x\"":3}' >"$tmp/a"
stream 2 '{"b":4,"a":5,"wrong":"text","none":0,"minus":-3}' >"$tmp/b"
run nst-merge --align none "$tmp/a" "$tmp/b"
is "$(skipped "$tmp/out")" '{"a":7,"café \"x\"":3,"b":4}' 'nst-merge adds them up'
cat "$tmp/a" "$tmp/b" >"$tmp/both"
run nst-filter --type mine "$tmp/both"
is "$(skipped "$tmp/out" | paste -sd ' ')" \
	'{"a":2,"café \"x\"":3} {"b":4,"a":5,"wrong":"text","none":0,"minus":-3}' \
	'each end record keeps its own'
run nst-page "$tmp/a"
like "$(cat "$tmp/out")" 'Not in the stream, and no figure here depends on it: a 2, café' \
	'nst-page shows it'
finish
