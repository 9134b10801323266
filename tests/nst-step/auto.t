#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-step --auto finds the steps of loops that were made, and refuses what is none.
. tests/tap.sh

# loop AWK: a linked stream of what an awk program launches by k(name); each launch knows its step
# by the variable step, -1 for none, which stands in args.
loop() {
	awk 'function k(name) {
		n++
		time += 10 + (n * 7919) % 13
		printf "{\"ts\":%d,\"dur\":3,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":1,\"tid\":1,\"corr\":%d,\"args\":{\"step\":%d}}\n", time, n, step
		printf "{\"ts\":%d,\"dur\":4,\"type\":\"kernel\",\"name\":\"%s\",\"pid\":1,\"device\":0,\"corr\":%d,\"args\":{\"step\":%d},\"launch\":{\"ts\":%d,\"dur\":3,\"tid\":1,\"name\":\"c\"}}\n", time + 5, name, n, step, time
	}
	function pause() { time += 500 }
	BEGIN {'"$1"'}' >"$tmp/in"
}

# finds DESCRIPTION SAID: the steps are those that the stream was made with, and what is said.
finds() {
	run nst-step --auto --partial "$tmp/in"
	like "$status $(sed 's/^[^:]*: [^:]*: //' "$tmp/err")" "^0 $2 % alike\$" "$1: said"
	is "$(jq -c 'select((.step // -1) != .args.step) | [.ts, .step, .args.step]' "$tmp/out" | head -n 5)" '' "$1: the steps"
}

# refuses DESCRIPTION PATTERN
refuses() {
	run nst-step --auto --partial "$tmp/in"
	like "$status $(sed 's/^[^:]*: [^:]*: //' "$tmp/err" | head -n 1)" "^1 $2\$" "$1: refused"
	is "$(wc -c <"$tmp/out")" 0 "$1: nothing is written"
}

body='for (layer = 0; layer < 6; layer++) { k("qkv"); k("flash"); k("mlp") } k("loss"); for (layer = 0; layer < 6; layer++) { k("mlp_bwd"); k("flash_bwd"); k("qkv_bwd") } k("adam")'
loop "step = -1; k(\"init\"); k(\"init\"); for (step = 0; step < 9; step++) { pause(); k(\"embed\"); $body }"
finds 'training' 'process 1: 9 steps of about 39 launches, 100.0'
loop "step = -1; k(\"init\"); for (step = 0; step < 30; step++) { pause(); k(\"embed\"); $body; if (step % 10 == 9) k(\"log\") }"
finds 'a kernel more in each tenth step' 'process 1: 30 steps of about 39 launches, 99.[0-9]'
loop "step = -1; k(\"init\"); for (step = 0; step < 9; step++) { pause(); k(\"embed\"); for (t = 0; t < (step ? 0 : 40); t++) k(\"try\" t); $body }"
finds 'a first step that tries kernels' 'process 1: 9 steps of about 4[0-9] launches, 9[0-9].[0-9]'
loop "step = -1; for (step = 0; step < 12; step++) { pause(); k(\"embed\"); for (layer = 0; layer < 96; layer++) { k(\"norm\"); k(\"qkv\"); k(\"attention\"); k(\"mlp\") } k(\"head\"); k(\"sample\") }"
finds 'tokens of many layers' 'process 1: 12 steps of about 38[0-9] launches, 100.0'
loop "for (step = 0; step < 6; step++) { pause(); k(\"embed\"); $body } step = -1; k(\"save\"); k(\"save\"); k(\"save\")"
run nst-step --auto --partial "$tmp/in"
is "$(jq -c 'select((.step // -1) != .args.step) | [.ts, .step, .args.step]' "$tmp/out" | head -n 5)" '' 'what comes behind the last step is none'

loop 'x = 7; for (i = 0; i < 500; i++) { x = x * 16807 % 2147483647; k("k" x % 30) }'
refuses 'launches in no order' 'process 1: no sequence of launches repeats: the best is [0-9]+ % alike, and steps must be 80 %'
loop 'for (i = 0; i < 500; i++) k("k")'
refuses 'one kernel again and again' 'process 1: no kernel repeats often enough in 500 launches to mark a loop'
loop 'for (i = 0; i < 3; i++) { k("a"); k("b") }'
refuses 'three rounds' 'process 1: no kernel repeats often enough in 6 launches to mark a loop'
sed 's/,"launch":.*/}/' "$tmp/in" >"$tmp/unlinked"
mv "$tmp/unlinked" "$tmp/in"
refuses 'a stream that is not linked' 'no launched work: put nst-link before this program'

# The sample has ranges for its steps: what it launches tells the same, but for the number and for
# what steps on the CPU do besides.
nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/linked"
nst-step "$tmp/linked" 2>"$tmp/err" | jq -c 'select(.type == "kernel" and .args.graph_node == null) | [.ts, .pid, .step]' >"$tmp/want"
is "$(cat "$tmp/err")" '' 'sample: by ranges'
nst-step --auto "$tmp/linked" 2>"$tmp/err" | jq -c 'select(.type == "kernel" and .args.graph_node == null) | [.ts, .pid, .step]' >"$tmp/got"
same "$tmp/got" "$tmp/want" 'sample: by launches the kernels are in the same steps'
# shellcheck disable=SC2002 # a pipe is the point
cat "$tmp/linked" | nst-step --auto 2>/dev/null >"$tmp/got"
nst-step --auto "$tmp/linked" 2>/dev/null >"$tmp/want"
same "$tmp/got" "$tmp/want" 'a pipe is read twice as a file is'

# --any: ranges where there are some, else launches, and no error without either.
nst-step "$tmp/linked" >"$tmp/want"
run nst-step --any "$tmp/linked"
is "$status $(cat "$tmp/err")" '0 ' '--any: ranges: without a word'
same "$tmp/out" "$tmp/want" '--any: ranges come first'
jq -c 'select(.type != "nvtx")' "$tmp/linked" >"$tmp/rangeless"
nst-step --auto "$tmp/rangeless" >"$tmp/want" 2>/dev/null
run nst-step --any "$tmp/rangeless"
like "$status $(paste -s -d ' ' "$tmp/err")" '^0 .*6 steps of about 1[12][0-9] launches' '--any: no range: the steps found are told'
same "$tmp/out" "$tmp/want" '--any: no range: launches'
ok '--any: no range: there are steps' grep -q '"step":5' "$tmp/out"
jq -c 'select(.type != "nvtx" and .type != "kernel" and .type != "graph")' "$tmp/linked" >"$tmp/nothing"
run nst-step --any "$tmp/nothing"
is "$status" 0 '--any: neither: no error'
jq -c 'select(.type != "end")' "$tmp/nothing" >"$tmp/want"
jq -c 'select(.type != "end") | del(.steps)' "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" '--any: neither: the events as they were'
is "$(cat "$tmp/err")" '' '--any: neither: without a word'
finish
