#!/bin/sh
# SPDX-License-Identifier: MIT
# Lines that are long, deep, or hold odd bytes and large numbers: relays pass them on to the byte,
# nst-chrome makes valid JSON of them, nst-perfetto a trace.
. tests/tap.sh

# through DESCRIPTION [SAID]: all take $tmp/in; $tmp/out is left with the trace. Those that draw say
# something, or nothing.
through() {
	said=${2-}
	for p in $relays; do
		run "$p" "$tmp/in"
		is "$status $(cat "$tmp/err")" '0 ' "$p: $1"
		same "$tmp/out" "$tmp/in" "$p: $1: to the byte"
	done
	run nst-perfetto --plain "$tmp/in"
	is "$status $(cat "$tmp/err")" "0 ${said:+nst-perfetto: $said}" "nst-perfetto: $1"
	! command -v protoc >/dev/null || ok "nst-perfetto: $1: strings are UTF-8" protoc --decode=Trace -I "$top/tests/nst-perfetto" trace.proto <"$tmp/out"
	run nst-chrome "$tmp/in"
	is "$status $(cat "$tmp/err")" "0 ${said:+nst-chrome: $said}" "nst-chrome: $1"
	iconv -f UTF-8 -t UTF-8 "$tmp/out" >"$tmp/utf8" 2>&1
	ok "nst-chrome: $1: valid UTF-8" test $? -eq 0
}

# json DESCRIPTION: the trace is JSON; a parser that stops at no depth says so.
json() {
	ok "nst-chrome: $1: valid JSON" perl -MJSON::PP -e 'undef $/; JSON::PP->new->max_depth(100000)->decode(<STDIN>)' <"$tmp/out"
}

# repeat N TEXT
repeat() {
	head -c "$1" /dev/zero | sed "s/\\x00/$2/g"
}

{
	printf '%s' '{"ts":1,"type":"mine","name":"long","args":{"text":"'
	repeat 10000000 x
	printf '%s\n' '"}}' '{"ts":2,"type":"mine","name":"next"}'
} >"$tmp/in"
through 'a line of 10 MB'
is "$(grep -o '"text":"x*"' "$tmp/out" | wc -c)" 10000010 'nst-chrome: a line of 10 MB: all of it'
ok 'nst-chrome: a line of 10 MB: valid JSON' jq -e 'map(select(.ph != "M")) | length == 2' "$tmp/out"
{
	printf '%s\n' '{"ts":1,"type":"cuda-api","name":"call","pid":1,"tid":1,"corr":1}'
	printf '%s' '{"ts":2,"type":"kernel","pid":1,"device":0,"corr":1,"name":"'
	repeat 10000000 y
	printf '%s\n' '"}'
} >"$tmp/in"
run nst-link "$tmp/in"
is "$status $(wc -c <"$tmp/out")" "0 $(($(wc -c <"$tmp/in") + $(printf '%s' ',"launch":{"ts":1,"tid":1,"name":"call"}' | wc -c)))" 'nst-link: links a kernel of 10 MB'
{
	printf '%s' '{"ts":1,"type":"mine","name":"open string '
	repeat 10000000 z
} >"$tmp/in"
for p in $relays $viewers; do
	run "$p" "$tmp/in"
	is "$status $(sed 's/: .*bad line: .* (byte [0-9]*)$/ bad/' "$tmp/err")" "1 $p bad" "$p: 10 MB without an end are a bad line"
done

{
	printf '%s' '{"ts":1,"type":"mine","name":"deep","args":'
	repeat 5000 '{"a":['
	repeat 5000 ']}'
	printf '%s\n' '}' '{"ts":2,"type":"mine","name":"next"}'
} >"$tmp/in"
through 'nesting of 10,000'
json 'nesting of 10,000'
is "$(grep '"deep"' "$tmp/out" | tr -dc '[' | wc -c)" 5000 'nst-chrome: nesting of 10,000: all of it'
{
	printf '%s' '{"ts":1,"a":'
	repeat 10000 '['
	printf '\n'
} >"$tmp/in"
for p in $relays $viewers; do
	run "$p" "$tmp/in"
	is "$status $(sed 's/: .*bad line: .* (byte [0-9]*)$/ bad/' "$tmp/err")" "1 $p bad" "$p: 10,000 brackets that nothing closes are a bad line"
done

cat >"$tmp/in" <<'LINES'
{"ts":1,"dur":9,"type":"nvtx","name":"nul \u0000 del \u007f high \uffff pair \ud83d\ude80 half \ud83d","pid":1,"tid":1,"domain":"\u0000","key \u0000":"\u0000"}
{"ts":2,"dur":9,"type":"osrt","name":"\"\\\/\b\f\n\r\t","pid":1,"tid":1,"args":{"\"\\":"\"\\"}}
LINES
through 'escapes'
json 'escapes'
is "$(jq -c '.[] | select(.ph == "X") | .name | explode' "$tmp/out")" '[110,117,108,32,0,32,100,101,108,32,127,32,104,105,103,104,32,65535,32,112,97,105,114,32,128640,32,104,97,108,102,32,65533]
[34,92,47,8,12,10,13,9]' 'nst-chrome: escapes: the same characters'

printf '{"ts":1,"dur":9,"type":"osrt","name":"latin1 \344, cut \360\237, long \300\200, surrogate \355\240\200, ff \377","pid":1,"tid":1,"args":{"\377":"\376"}}\n' >"$tmp/in"
through 'invalid UTF-8'
json 'invalid UTF-8'
printf '{"ts":1,"dur":9,"type":"osrt","name":"gr\303\266\303\237e \345\260\272 \360\237\232\200","pid":1,"tid":1}\n' >"$tmp/in"
through 'valid UTF-8'
is "$(jq -r '.[] | select(.ph == "X").name' "$tmp/out")" "$(printf 'gr\303\266\303\237e \345\260\272 \360\237\232\200')" 'nst-chrome: valid UTF-8: the same characters'

# The trace's clock starts at the first event where that is negative.
cat >"$tmp/in" <<'LINES'
{"ts":-9007199254740993,"dur":9223372036854775807,"type":"mine","name":"below doubles"}
{"ts":0,"dur":1,"type":"mine","name":"zero"}
{"ts":9007199254740993,"dur":1,"type":"mine","name":"above doubles"}
{"ts":9214364837600034814,"dur":0,"type":"mine","name":"last"}
LINES
through 'negative numbers'
is "$(grep -v '"cat":"clock"' "$tmp/out" | grep -o '"\(ts\|dur\)":[-0-9.]*' | tr '\n' ' ')" "$(printf '%s ' '"ts":0.000' '"dur":9223372036854775.807' \
	'"ts":9007199254740.993' '"dur":0.001' '"ts":18014398509481.986' '"dur":0.001' '"ts":9223372036854775.807' '"dur":0.000')" \
	'nst-chrome: negative numbers: exact microseconds from the first'
for program in nst-chrome nst-perfetto; do
	run $program -v "$tmp/in"
	is "$(cat "$tmp/err")" \
		"$program: the trace starts at -9007199.254740993 s of the profile: its times are later by that" \
		"$program -v: negative numbers: where the trace starts"
done

cat >"$tmp/in" <<'LINES'
{"ts":1,"type":"mine","name":"first"}
{"ts":9007199254740993,"dur":1,"type":"mine","name":"above doubles","args":{"x":18446744073709551616,"y":0.1e-999}}
{"ts":9223372036854775806,"dur":9223372036854775807,"type":"mine","name":"endless"}
{"ts":9223372036854775807,"dur":0,"type":"mine","name":"last"}
LINES
through 'large numbers'
is "$(grep -o '"\(ts\|dur\)":[-0-9.]*' "$tmp/out" | tr '\n' ' ')" "$(printf '%s ' '"ts":0.001' \
	'"ts":9007199254740.993' '"dur":0.001' '"ts":9223372036854775.806' '"dur":9223372036854775.807' '"ts":9223372036854775.807' '"dur":0.000')" \
	'nst-chrome: large numbers: exact microseconds'
is "$(grep -c '18446744073709551616,"y":0.1e-999' "$tmp/out")" 1 'nst-chrome: large numbers: others as they were written'

# A range over kernels that are further apart than a duration can say.
cat >"$tmp/in" <<'LINES'
{"ts":-9223372036854775808,"dur":9,"type":"nvtx","name":"range","pid":1,"tid":1}
{"ts":-9223372036854775807,"dur":1,"type":"cuda-api","name":"call","pid":1,"tid":1,"corr":1}
{"ts":-9223372036854775806,"dur":9223372036854775807,"type":"kernel","name":"first","pid":1,"device":0,"corr":1}
{"ts":-9223372036854775805,"dur":9223372036854775807,"type":"kernel","name":"second","pid":1,"device":0,"corr":1}
{"ts":9223372036854775807,"dur":9223372036854775807,"type":"kernel","name":"last","pid":1,"device":0,"corr":1}
LINES
nst-link "$tmp/in" >"$tmp/linked" 2>"$tmp/err"
is "$? $(cat "$tmp/err")" "0 nst-link: $tmp/in: the time of what some range launched is more than a number can hold: its args.sum is the largest there is" 'nst-link: a range over all of time'
run nst-filter "$tmp/linked"
is "$status $(cat "$tmp/err")" '0 ' '... makes a stream that the next program accepts'
is "$(grep -c '"sum":-' "$tmp/linked")" 0 '... and no sum of times below zero'

# Keys: any order, any white space, escaped or not; the last of equal ones counts, and null is none.
cat >"$tmp/plain" <<'LINES'
{"ts":1,"dur":5,"type":"nvtx","name":"R","pid":7,"tid":8}
{"ts":2,"dur":1,"type":"cuda-api","name":"call","pid":7,"tid":8,"corr":3}
{"ts":9,"dur":2,"type":"kernel","name":"k","pid":7,"device":0,"context":1,"stream":5,"corr":3,"args":{"x":1}}
LINES
cat >"$tmp/in" <<'LINES'
{"name":"R","tid":8,"pid":7,"type":"nvtx","dur":5,"ts":1}
	{ "corr" : 3 , "tid" : 8 , "pid" : 7 , "name" : "call" ,"type"	:"cuda-api","dur":1,"ts":2}	
{"args":{"x":1},"corr":1,"\u0063orr":3,"stream":null,"device":9,"device":0,"context":1,"stream":5,"pid":null,"pid":7,"name":"j","name":"k","ty\u0070e":"kernel","dur":null,"d\u0075r":2,"ts":8,"ts":9,"launch":null,"cname":null,"open":null,"value":null}
LINES
nst-chrome "$tmp/plain" >"$tmp/want"
run nst-chrome "$tmp/in"
same "$tmp/out" "$tmp/want" 'nst-chrome: keys in another order, twice, escaped, null'
nst-link "$tmp/plain" | jq -c '[.ts, .dur, .type, .name, .pid, .device, .launch, .nvtx, .args.count]' >"$tmp/want"
nst-link "$tmp/in" | jq -c '[.ts, .dur, .type, .name, .pid, .device, .launch, .nvtx, .args.count]' >"$tmp/got"
same "$tmp/got" "$tmp/want" 'nst-link: the same'
ok 'nst-link: which is a launch and its range' grep -q '"call"},\["R"\]' "$tmp/got"
for option in '--type kernel' '--match ^k$' '--device 0' '--stream 5' '--pid 7 --device 0' '--from 9'; do
	# shellcheck disable=SC2086 # several words
	is "$(nst-filter $option "$tmp/in")" "$(sed -n 3p "$tmp/in")" "nst-filter $option: the same"
done

finish
