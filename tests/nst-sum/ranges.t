#!/bin/sh
# SPDX-License-Identifier: MIT
# --by nvtx and captured: which of the ranges around a launch an event counts for.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'
cat >"$tmp/s" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":1,"type":"kernel","name":"k","pid":1,"device":0,"nvtx":["step 1","layer1","mm"],"captured":["c1","c2"]}
{"ts":2,"dur":2,"type":"kernel","name":"k","pid":1,"device":0,"nvtx":["step 1","layer2","layer2","mm,x"]}
{"ts":4,"dur":4,"type":"kernel","name":"k","pid":1,"device":0,"nvtx":["step 2"]}
{"ts":8,"dur":8,"type":"kernel","name":"k","pid":1,"device":0}
{"ts":8,"type":"end","events":4}
END
# rows LIST: the values of the only key, each with its total.
rows() {
	nst-sum --by "$1" --columns total --json "$tmp/s" 2>"$tmp/err" | jq -r 'select(.total) | "\(.nvtx // .captured // "-")=\(.total)"' | sort | paste -sd ' '
}
is "$(rows nvtx)" '-=8 mm,x=2 mm=1 step=4' 'nvtx: the innermost'
is "$(rows nvtx:1)" '-=8 step=7' 'nvtx:1: the outermost'
is "$(rows nvtx:2)" '-=12 layer1=1 layer2=2' 'nvtx:2'
is "$(rows nvtx:4) $(cat "$tmp/err")" '-=13 mm,x=2 ' 'nvtx:4'
is "$(rows nvtx:5) $(cat "$tmp/err")" '-=15 nst-sum: --by nvtx: no launch has 5 ranges around it' 'nvtx:5: no event has it'
is "$(rows nvtx:all)" '-=8 layer1=1 layer2=2 mm,x=2 mm=1 step=7' 'nvtx:all: once for each name'
is "$(rows 'nvtx:^layer')" '-=12 layer1=1 layer2=2' 'nvtx:REGEX: the innermost that matches'
is "$(rows 'nvtx:l|s')" '-=8 layer1=1 layer2=2 step=4' 'nvtx:REGEX: of several that match, the innermost'
is "$(rows 'nvtx:step 2')" '-=11 step=4' 'nvtx:REGEX: matches the name in the stream, which the row shortens'
is "$(rows 'nvtx:\x2c')" '-=13 mm,x=2' 'nvtx:REGEX: a comma'
is "$(rows 'nvtx:(2)')" '-=9 layer2=2 step=4' 'nvtx:REGEX: a number'
is "$(rows 'nvtx:no') $(cat "$tmp/err")" "-=15 nst-sum: --by nvtx: no range around a launch matches 'no'" 'nvtx:REGEX: nothing matches'
is "$(rows captured:1)" '-=14 c1=1' 'captured:1'
is "$(rows 'captured:2$')" '-=14 c2=1' 'captured:REGEX'
is "$(nst-sum --by 'nvtx:l|s,captured:all' --json "$tmp/s" | jq -c '.table.by // empty')" '["nvtx:l|s","captured:all"]' 'the table tells the choice'
for list in nvtx: nvtx:0 'nvtx:(' nvtx:1,nvtx:2 nvtx:1,nvtx device:1 nvtx:99999999999; do
	run nst-sum --by "$list" "$tmp/s"
	is "$status" 2 "refused: --by $list"
done

finish
