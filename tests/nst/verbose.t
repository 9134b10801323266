#!/bin/sh
# SPDX-License-Identifier: MIT
# nst -v FILE prints what no answer depends on: the events that are never written, of a report and
# of its stream.
. tests/tap.sh

report=$BUILD/sample.nsys-rep
nst-dump "$report" 2>/dev/null >"$tmp/stream"
skipped=$(tail -n 1 "$tmp/stream" | jq -r '.skipped | to_entries | map("\(.key) \(.value)") | join(", ")')
ok 'the report has events that are never written' test -n "$skipped"
for file in "$report" "$tmp/stream"; do
	run nst "$file"
	cp "$tmp/out" "$tmp/quiet"
	is "$status $(grep -c 'not dumped' "$tmp/err")" '0 0' "${file##*/}: nothing unasked"
	run nst -v "$file"
	is "$status $(sed -n 's/^nst-[a-z]*: .*: not dumped: //p' "$tmp/err")" "0 $skipped" "${file##*/}: -v"
	same "$tmp/out" "$tmp/quiet" "${file##*/}: the same answer"
done
run nst -v kernels "$tmp/stream"
is "$status $(grep -c "not dumped: $skipped" "$tmp/err")" '0 1' 'of a question'
finish
