#!/bin/sh
# SPDX-License-Identifier: MIT
# A line that is no event ends every program that reads a stream: a message with file, line and
# byte, status 1, and what came before it is written.
. tests/tap.sh

# The lines that all refuse. NUL, TAB and BEL stand for these bytes.
cat >"$tmp/bad" <<'LINES'
nope
ts 1
{
{"ts"
{"ts":
{"ts":1
{"ts":1,
{"ts":1,}
{,"ts":1}
{"ts":1,,"a":2}
{"ts":1 "a":2}
{"ts" 1}
{"ts"=1}
{"ts":1]
{ts:1}
{'ts':1}
{1:1,"ts":1}
{"ts":01}
{"ts":-}
{"ts":+1}
{"ts":- 1}
{"ts":0x10}
{"ts":1_000}
{"ts":1,"a":.5}
{"ts":1,"a":1.}
{"ts":1,"a":1e}
{"ts":1,"a":1e+}
{"ts":1,"a":00}
{"ts":1,"a":tru}
{"ts":1,"a":nulll}
{"ts":1,"a":True}
{"ts":1,"a":NaN}
{"ts":1,"a":-Infinity}
{"ts":1,"a":}
{"ts":1,"a":"x}
{"ts":1,"a":"x\"}
{"ts":1,"a":"\x41"}
{"ts":1,"a":"\u12g4"}
{"ts":1,"a":"\u123"}
{"ts":1,"a":"TAB"}
{"ts":1,"a":"BEL"}
{"ts":1,"a":"NUL"}
{"ts":1,"TAB":1}
{"ts":1}NUL
{"ts":1NUL}
NUL
{"ts":1,"a":[}
{"ts":1,"a":[1,]}
{"ts":1,"a":[,1]}
{"ts":1,"a":[1 2]}
{"ts":1,"a":[1}}
{"ts":1,"a":{"b":1]}
{"ts":1,"a":{"b"}}
{"ts":1,"a":{"b":}}
{"ts":1,"a":{b:1}}
{"ts":1,"a":{"b":1,}}
{"ts":1,"a":[[[{"b":[1,2,{}]}]]}
{"ts":1,"a":1 /* no */}
[]
[{"ts":1}]
[{"ts":1},
"ts"
1
null
true
{"ts":1} {"ts":2}
{"ts":1}x
{"ts":1},
{"ts":1}}
{}
{"dur":1}
{"TS":1}
{"args":{"ts":1}}
{"ts":null}
{"ts":"1"}
{"ts":1.0}
{"ts":1.5}
{"ts":1e3}
{"ts":true}
{"ts":[1]}
{"ts":{}}
{"ts":9223372036854775808}
{"ts":-9223372036854775809}
{"ts":99999999999999999999999}
{"ts":1,"ts":"x"}
{"ts":1,"dur":1.5}
{"ts":1,"dur":"1"}
{"ts":1,"dur":true}
{"ts":1,"dur":[]}
{"ts":1,"dur":-1}
{"ts":1,"dur":9223372036854775808}
{"ts":1,"type":1}
{"ts":1,"type":{}}
{"ts":1,"type":true}
{"ts":1,"name":1}
{"ts":1,"name":["x"]}
{"ts":1,"name":false}
LINES

# refused LINE PROGRAM OPTION...: the program refuses the line, the third of four.
refused() {
	line=$1
	shift
	{
		printf '%s\n\n' '{"ts":0,"type":"mine","name":"good"}'
		printf '%s\n' "$line" | sed 's/TAB/\t/; s/BEL/\a/; s/NUL/\x00/'
		printf '%s\n' '{"ts":2,"type":"mine","name":"behind"}'
	} >"$tmp/in"
	run "$@" <"$tmp/in"
	why=$(cat "$tmp/err")
	byte=${why##*(byte }
	byte=${byte%)}
	case $status:$why in
	"1:$1: stdin:3: bad line: "?*" (byte $byte)") [ "$byte" -ge 1 ] && [ "$byte" -le $((${#line} + 1)) ] ;;
	*) false ;;
	esac
	report $? "$*: $line" || note "status $status: $why"
	case $1 in
	nst-chrome) cat "$tmp/out" >>"$tmp/traces" ;;
	nst-perfetto) cmp -s "$tmp/out" "$tmp/pftrace" || echo "$line" >>"$tmp/pfwrong" ;;
	*) cat "$tmp/out" >>"$tmp/relayed" ;;
	esac
}

echo '{"ts":0,"type":"mine","name":"good"}' | nst-perfetto >"$tmp/pftrace"
for p in $relays $viewers; do
	while IFS= read -r line; do
		refused "$line" "$p"
	done <"$tmp/bad"
done

# What only some ask for.
for key in pid tid endtid device corr; do
	refused "{\"ts\":1,\"type\":\"kernel\",\"$key\":\"7\"}" nst-link
	refused "{\"ts\":1,\"type\":\"kernel\",\"$key\":1.5}" nst-link
done
for key in pid tid device stream; do
	refused "{\"ts\":1,\"type\":\"kernel\",\"$key\":\"7\"}" nst-filter "--$key" 7
	refused "{\"ts\":1,\"type\":\"kernel\",\"$key\":\"7\"}" nst-chrome
	refused "{\"ts\":1,\"type\":\"kernel\",\"$key\":\"7\"}" nst-perfetto
done

is "$(sort -u "$tmp/relayed")" '{"ts":0,"type":"mine","name":"good"}' 'relays write what came before the line, and no more'
is "$(wc -l <"$tmp/relayed")" "$(($(wc -l <"$tmp/bad") * 2 + 10))" '... each time'
is "$(jq -sc 'map([.[] | select(.ph != "M") | .name]) | [length, unique]' "$tmp/traces")" "[$(($(wc -l <"$tmp/bad") + 4)),[[\"good\"]]]" \
	'nst-chrome writes that, and its output is JSON each time'
is "$(cat "$tmp/pfwrong" 2>/dev/null)" '' 'nst-perfetto writes the trace of that'

# What nobody asked for is nobody's business.
printf '%s\n' '{"ts":1,"type":"mine","pid":"a","tid":[],"device":{},"corr":1.5,"events":"x","open":7,"args":3}' >"$tmp/in"
run nst-filter "$tmp/in"
is "$status $(cat "$tmp/out" "$tmp/err")" "0 $(cat "$tmp/in")" 'nst-filter looks at the keys that it needs'

# The message names a file as it was named; the byte is where the line goes wrong.
printf '%s\n' '{"ts":1}' '{"ts":2}' '' '{"ts":3,"a":x}' >"$tmp/in"
for p in $relays $viewers; do
	run "$p" "$tmp/in"
	like "$(cat "$tmp/err")" "^$p: $tmp/in:4: bad line: .* \(byte 13\)\$" "$p: the message names file, line and byte"
done

finish
