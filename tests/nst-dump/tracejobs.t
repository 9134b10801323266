#!/bin/sh
# SPDX-License-Identifier: MIT
# A trace read with several threads gives the same bytes, messages and status as with one, also
# where the guess of a thread about the first event of its block is wrong.
. tests/tap.sh

cd "$tmp" || exit 1

# events MEGABYTES SEPARATOR NESTED: complete events of four threads, calls and kernels, begins
# and ends; separated by a text. Each 500th event has NESTED objects that look like events in args.
events() {
	awk -v most=$(($1 * 1000000)) -v sep="$2" -v nested="$3" '
		function put(text) {
			printf "%s%s", n++ ? sep : "", text
			bytes += length(text) + length(sep)
		}
		BEGIN {
			srand(1)
			put("{\"name\":\"process_name\",\"ph\":\"M\",\"pid\":1,\"args\":{\"name\":\"p\"}}")
			for (i = 0; bytes < most; i++) {
				at = sprintf("\"pid\":1,\"tid\":%d,\"ts\":%d.%03d", rand() * 4, i * 7, i % 1000)
				args = sprintf("\"n\":%d,\"s\":\"\\\"}, {\\\"ph\\\"\"", i)
				if (i % 500 == 250)
					for (k = 0; k < nested; k++)
						args = args sprintf("%s{\"ph\": \"X\", %s, \"dur\": 1, \"k\": %d}",
						    k ? ",\n" : ",\"x\": [{}, ", at, k)
				if (i % 500 == 250 && nested)
					args = args "]"
				if (i % 5 == 3)
					put("{\"ph\":\"B\",\"name\":\"b\"," at ",\"args\":{" args "}}")
				else if (i % 5 == 4)
					put("{\"ph\":\"E\"," at "}")
				else
					put("{\"ph\":\"X\",\"name\":\"e\"," at ",\"dur\":" i % 9 ",\"args\":{" args "}}")
			}
		}'
}

# alike DESCRIPTION STATUS: trace.json is read with one thread and with several.
alike() {
	nst-dump -j 1 trace.json >one 2>one.err
	is $? "$2" "$1: exit status"
	for n in 2 3 7; do
		run timeout 60 nst-dump -j $n trace.json
		is "$status $(cat err)" "$2 $(cat one.err)" "$1: $n threads: status and messages"
		same out one "$1: $n threads: the same bytes"
	done
}

events 5 , 0 >dense
events 5 ' ,
	' 500 >nested
{ printf '{"schemaVersion":1,"traceEvents":[' && cat dense && printf '],"distributedInfo":{"rank":3}}'; } >trace.json
alike 'an object' 0
is "$(grep -c '"type":"nvtx"' one)" "$(($(grep -o '"ph":"X"' dense | wc -l) + $(grep -o '"ph":"B"' dense | wc -l)))" '... with all events'
ok '... and the member behind them' grep -q '"rank":3' one
{ printf '[\n' && cat nested && printf '\n]\n'; } >trace.json
alike 'objects in args that look like events' 0
is "$(grep -c '"type":"nvtx"' one)" "$(($(grep -o '"ph":"X","name"' nested | wc -l) + $(grep -o '"ph":"B"' nested | wc -l)))" '... with all events'
{ printf '[' && cat nested; } >trace.json
alike 'an array without an end' 0
head -c 4500000 trace.json >part.json
{ printf '{"traceEvents":' && cat part.json; } >trace.json
alike 'truncated' 1
{ printf '[' && cat dense && printf ',{"ph":"X","name":"%s","pid":1,"ts":1,"dur":1},' "$(head -c 100000 /dev/zero | tr '\0' a)" &&
	cat nested && printf ']'; } >trace.json
alike 'a long event between others, with times that begin anew' 1
is "$(jq -r 'select(.type == "nvtx") | .name | length' one | sort -n | tail -n 1)" 100000 '... is there'
for bad in '{"ph":"X",}' '7' '{"ph":"X","ts":1 "dur":1}' '{"a":nul' ']'; do
	{ printf '[' && cat dense && printf ',%s,' "$bad" && cat nested && printf ']'; } >trace.json
	alike "bad: $bad" 1
	like "$(cat one.err)" '^nst-dump: trace.json: byte [0-9]+: ' "bad: $bad: says where"
done
{ printf '[' && cat dense && printf '\0,' && cat nested && printf ']'; } >trace.json
alike 'a NUL' 1
finish
