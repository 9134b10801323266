#!/bin/sh
# SPDX-License-Identifier: MIT
# The summary of a page has the findings of nst-advise, those that cost most first, with the place
# of each in the timeline.
. tests/tap.sh

command -v jq >/dev/null || skipall "jq is not installed"
perl -MJSON::PP -e1 2>/dev/null || skipall "perl has no JSON::PP"
reads=tests/nst-page/read

# stream EVENT...: a stream of them.
stream() {
	printf '%s\n' '{"ts":0,"type":"stream","format":1}' "$@" '{"ts":9999,"type":"end","events":0}'
}

for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null | nst-step --any --quiet 2>/dev/null | nst-state 2>/dev/null | nst-advise >"$tmp/in" 2>/dev/null
	run nst-page "$tmp/in"
	is "$status" 0 "$name: a page"
	ok "$name: it can be read" "$reads" findings <"$tmp/out"
	"$reads" findings <"$tmp/out" >"$tmp/found"
	jq -rn '[inputs | select(.type == "finding") | {c: .args.cost, s: .args.sentence}] | sort_by(-.c)[] | .s' "$tmp/in" >"$tmp/want"
	cut -f 3- "$tmp/found" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: the findings, by their cost"
	nst-page --index "$tmp/out" | "$reads" tables | jq -r '.findings, .finding // empty' >"$tmp/got"
	is "$(cat "$tmp/got")" "$(wc -l <"$tmp/want")$(sed -n '1s/^/\n/p' "$tmp/want")" "$name: an index has their number and the first"
	"$reads" texts <"$tmp/out" >"$tmp/texts"
	is "$(grep -c '^No findings: ' "$tmp/texts")" "$([ -s "$tmp/want" ] && echo 0 || echo 1)" "$name: it says so if there are none"
	jq -rn '[inputs | select(.type == "finding")] | map(.args.advice) | unique[]' "$tmp/in" >"$tmp/advice"
	is "$(sed 's/ $//' "$tmp/texts" | grep -x -F -f "$tmp/advice" | wc -l)" "$(wc -l <"$tmp/want")" "$name: each with its advice"
done

# The place: the trace of a stream that begins before 0 has other times than the stream.
stream '{"ts":-500,"dur":900,"type":"osrt","name":"early","pid":1,"tid":1}' \
	'{"ts":100,"dur":800,"type":"kernel","name":"k","pid":1,"device":0}' \
	'{"ts":200,"dur":400,"type":"finding","name":"gpu-gaps","device":0,"args":{"sentence":"<b>idle</b>","cost":400,"of":1400,"advice":"a & b"}}' \
	'{"ts":200,"type":"finding","name":"no-place","args":{}}' >"$tmp/in"
nst-page "$tmp/in" >"$tmp/out" 2>"$tmp/err"
is "$("$reads" findings <"$tmp/out" | cut -f 1,2)" '649	1151' 'a link shows the place in the trace, with an eighth of its time on both sides'
is "$("$reads" findings <"$tmp/out" | cut -f 3)" '<b>idle</b>' 'a sentence is text'
"$reads" texts <"$tmp/out" >"$tmp/texts"
is "$(grep -c -x 'no-place' "$tmp/texts")" 1 'a finding without a sentence or a time has its name'

# Neither findings nor a healthy run: nobody looked.
grep -v '"finding"' "$tmp/in" >"$tmp/bare"
nst-page "$tmp/bare" >"$tmp/out" 2>"$tmp/err"
"$reads" texts <"$tmp/out" >"$tmp/texts"
is "$(grep -c 'has no findings, which nst-advise adds' "$tmp/texts")" 1 'without nst-advise it says that nobody looked'
finish
