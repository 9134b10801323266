#!/bin/sh
# SPDX-License-Identifier: MIT
# Windows by options, and what nst-path refuses.
. tests/tap.sh

# Three steps of 100 ns; the work of step 1 ends 30 ns after it, in step 2.
cat >"$tmp/steps" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":100,"type":"nvtx","name":"step 0","pid":1,"tid":1,"step":0}
{"ts":10,"dur":10,"type":"cuda-api","name":"cudaLaunchKernel","pid":1,"tid":1,"corr":1,"step":0}
{"ts":25,"dur":50,"type":"kernel","name":"a","pid":1,"device":0,"context":1,"stream":7,"corr":1,"launch":{"ts":10,"dur":10,"tid":1},"step":0}
{"ts":100,"dur":100,"type":"nvtx","name":"step 1","pid":1,"tid":1,"step":1}
{"ts":110,"dur":10,"type":"cuda-api","name":"cudaLaunchKernel","pid":1,"tid":1,"corr":2,"step":1}
{"ts":125,"dur":105,"type":"kernel","name":"b","pid":1,"device":0,"context":1,"stream":7,"corr":2,"launch":{"ts":110,"dur":10,"tid":1},"step":1}
{"ts":200,"dur":100,"type":"nvtx","name":"step 2","pid":1,"tid":1,"step":2}
{"ts":210,"dur":10,"type":"cuda-api","name":"cudaLaunchKernel","pid":1,"tid":1,"corr":3,"step":2}
{"ts":235,"dur":20,"type":"kernel","name":"a","pid":1,"device":0,"context":1,"stream":7,"corr":3,"launch":{"ts":210,"dur":10,"tid":1},"step":2}
{"ts":235,"type":"end","events":9}
END

# window DESCRIPTION WANTED OPTION...: start and end of the path.
window() {
	what=$1
	wanted=$2
	shift 2
	run nst-path "$@" "$tmp/steps"
	is "$status $(jq -s '[.[] | select(.type == "path")] | "\(.[0].ts) \(.[-1].ts + .[-1].dur)"' -r "$tmp/out")" "0 $wanted" "$what"
}

window 'no option: the span' '0 300'
window '--step 0' '0 100' --step 0
window '--step 1: until its work ends' '100 230' --step 1
window '--step first' '0 100' --step first
window '--step slowest' '100 230' --step slowest
window '--range' '100 230' --range 'step [12]'
window '--from, --to' '20 150' --from +20ns --to +150ns
window '--to before the end' '0 200' --to -100ns
is "$(nst-path --step 1 "$tmp/steps" | jq -r 'select(.type == "path") | "\(.ts) \(.args.kind) \(.step)"' | paste -s -d ,)" \
	'100 host range 1,110 host call 1,120 launch delay 1,125 kernel 1' 'segments have the step of their event'
is "$(nst-path <"$tmp/steps" | grep -c '"type":"path"')" "$(nst-path "$tmp/steps" | grep -c '"type":"path"')" 'standard input'
is "$(cat "$tmp/steps" | nst-path --step first | grep -c '"type":"path"')" "$(nst-path --step first "$tmp/steps" | grep -c '"type":"path"')" 'a pipe, read three times'

# refused DESCRIPTION STATUS MESSAGE OPTION...
refused() {
	what=$1
	want="$2 nst-path: $3"
	shift 3
	run nst-path "$@"
	is "$status $(head -n 1 "$tmp/err")" "$want" "$what"
}

refused 'no such step' 1 "$tmp/steps: there is no such step" --step 7 "$tmp/steps"
refused 'no such range' 1 "$tmp/steps: no range matches 'x'" --range x "$tmp/steps"
refused 'no steps' 1 "$tmp/none: the stream has no steps: put nst-step before this program" --step first "$(sed 's/,"step":[0-9]*//' "$tmp/steps" >"$tmp/none"; echo "$tmp/none")"
refused 'a step and a range' 2 'use one of --step, --range, and --from or --to' --step 1 --range x "$tmp/steps"
refused 'a step that is no number' 2 "--step: 'x' is not a whole number" --step x "$tmp/steps"
nst-path "$tmp/steps" >"$tmp/twice"
refused 'a path already' 1 "$tmp/twice: the stream has a path already" "$tmp/twice"
refused 'not in order' 1 "$tmp/sorted: the stream is not in order of time: sort -s -t: -k2,2n" "$(sed '2h; 2d; 5G' "$tmp/steps" >"$tmp/sorted"; echo "$tmp/sorted")"
sed '$d' "$tmp/steps" >"$tmp/cut"
refused 'a cut stream: a path of what there is' 1 "$tmp/cut: truncated input: it has a header and no end record" "$tmp/cut"
is "$(grep -c '"type":"path"' "$tmp/out")" "$(nst-path "$tmp/steps" | grep -c '"type":"path"')" 'and the path is there'
run nst-path --partial "$tmp/cut"
is "$status" 0 '--partial'
sed 's/,"launch":{[^}]*}//' "$tmp/steps" >"$tmp/unlinked"
run nst-path "$tmp/unlinked"
is "$status $(cat "$tmp/err")" "0 nst-path: $tmp/unlinked: no launch of GPU work is known: put nst-link before this program" 'a stream that is not linked: a message'
sed '3,4s/,"launch":{[^}]*}//' "$tmp/steps" | nst-path 2>"$tmp/err" >/dev/null
is "$(cat "$tmp/err")" '' 'a missing launch off the path: no message'
sed '7s/,"launch":{[^}]*}//' "$tmp/steps" | nst-path --to 230 2>"$tmp/err" >"$tmp/out"
is "$(cat "$tmp/err")" 'nst-path: stdin: 1 GPU events on the path have no known launch' 'a missing launch on the path: a message'

finish
