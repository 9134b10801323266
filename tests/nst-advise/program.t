#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-advise as a program: what it passes on, its records, its text, its options and its errors.
. tests/tap.sh
. tests/nst-advise/made.sh

made 'range main 0 100
call cudaMemcpyAsync 1 1.1 1
copy Host-to-Device Pageable Device 29000000 10 20 1
call cudaLaunchKernel 2 2.1 2
kernel 26 100 2'
run nst-advise "$tmp/states"
is "$status" 0 "status 0"
grep -v '"type":"finding"' "$tmp/out" | sed '$d; 1s/,"advised":true//' >"$tmp/rest"
sed '$d' "$tmp/states" >"$tmp/want"
same "$tmp/rest" "$tmp/want" "everything but findings is passed on as it was"
is "$(tail -n 1 "$tmp/out" | jq .events)" "$(($(wc -l <"$tmp/out") - 2))" "the end record counts the findings"
is "$(jq -r 'select(.type == "finding").name' "$tmp/out" | paste -sd ' ')" "copies-alone pageable-copy gpu-gaps" \
	"the largest cost comes first, then the order of the rules"
is "$(jq -s -c 'map(select(.type == "finding")) | map(.args.cost) | . == (sort | reverse)' "$tmp/out")" true "costs fall"
is "$(jq -c 'select(.name == "pageable-copy") | [.ts, .dur, .pid, .device, (.args | .cost, .cost_of, .of, .count, .gpus, .bytes, .range)]' "$tmp/out")" \
	'[10000000,10000000,1,0,10000000,"gpu",100000000,1,1,29000000,"main"]' "a finding has the keys of nst-event(5)"
is "$(jq -s 'map(select(.type == "finding")) | all(.args.sentence[-1:] == "." and .args.advice[-1:] == ".")' "$tmp/out")" true \
	"sentences end with a full stop"
cp "$tmp/out" "$tmp/advised"
nst-advise "$tmp/advised" >"$tmp/again"
same "$tmp/again" "$tmp/advised" "findings from before are replaced"
nst-sum --json "$tmp/advised" >"$tmp/got"
nst-sum --json "$tmp/states" >"$tmp/want"
same "$tmp/got" "$tmp/want" "nst-sum does not count findings"
is "$(nst-filter --type finding "$tmp/advised" | jq -r 'select(.type == "finding").name' | wc -l)" 3 "nst-filter selects findings"
is "$(nst-filter --type kernel "$tmp/advised" | grep -c finding)" 0 "or leaves them out"
for viewer in nst-chrome 'nst-perfetto --plain'; do
	$viewer "$tmp/advised" >"$tmp/got"
	$viewer "$tmp/states" >"$tmp/want"
	same "$tmp/got" "$tmp/want" "${viewer%% *} draws no findings"
done

nst-advise --text "$tmp/states" >"$tmp/out"
like "$(head -n 1 "$tmp/out")" '^ 1\. copies-alone: GPU 0 spent 10\.000 ms \(10\.0 %\) on 1 host-to-device transfer' "--text prints a numbered list"
is "$(grep -c '^ [0-9]\. ' "$tmp/out")" 3 "with each finding"
is "$(awk 'length > 80' "$tmp/out")" "" "in lines of at most 80 columns"
nst-advise --text --top 1 "$tmp/states" >"$tmp/out"
is "$(grep -c '^ [0-9]\. ' "$tmp/out") $(tail -n 1 "$tmp/out")" "1     2 more: --top 3" "--top prints the first ones, and says how many are left"
is "$(nst-advise --only sync-calls,gpu-gaps "$tmp/states" | jq -r 'select(.type == "finding").name')" gpu-gaps "--only chooses rules"
nst-advise --list >"$tmp/out"
is "$(grep -c '^[a-z]' "$tmp/out") $(awk 'length > 80' "$tmp/out")" "20 " "--list prints each rule"
is "$(grep '^[a-z]' "$tmp/out" | cut -d ' ' -f 1 | while read -r rule; do grep -q "^\.It Cm.*\b$rule\b" man/nst-advise.1 || echo "$rule"; done)" "" \
	"and the manual has all of them"
is "$(grep '^[a-z]' "$tmp/out" | cut -d ' ' -f 1 | paste -sd '|')" "$(nst-advise --describe | awk -F '\t' '$2 == "only" { print substr($4, 2) }')" \
	"and so has the completion of --only"

made 'range main 0 100
call cudaLaunchKernel 0.1 0.2 1
kernel 0.2 100 1'
is "$(nst-advise --text "$tmp/states")" "no findings" "--text says that there are none"
nst-advise "$tmp/states" | sed '1s/,"advised":true//' >"$tmp/out"
same "$tmp/out" "$tmp/states" "a stream without findings stays as it is"
printf '%s\n' '{"ts":0,"type":"stream","format":1,"linked":true}' '{"ts":0,"type":"end","events":0}' >"$tmp/empty"
is "$(nst-advise --text "$tmp/empty")" "no findings: nothing ran on a GPU" "--text says that nothing ran on a GPU"

run nst-advise "$tmp/made"
is "$status $(cat "$tmp/err")" "1 nst-advise: $tmp/made: the stream has no states: put nst-state before this program" \
	"a stream without states is refused"
is "$(grep -c '"type":"end"' "$tmp/out")" 0 "and its output has no end"
run nst-advise --text "$tmp/made"
is "$status $(cat "$tmp/out")" "1 " "nor does --text say that there are no findings"
head -n 4 "$tmp/states" >"$tmp/cut"
run nst-advise --text "$tmp/cut"
is "$status $(cat "$tmp/out")" "1 " "nor of a stream that was cut"
run nst-advise --only nosuch "$tmp/states"
is "$status" 2 "--only: an unknown rule"
run nst-advise --top 3 "$tmp/states"
is "$status $(head -n 1 "$tmp/err")" "2 nst-advise: --top needs --text" "--top without --text"

# GPUs of two hosts with one number are told apart.
made 'range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 2 30 1
call cudaLaunchKernel 2 2.1 2
kernel 80 100 2
on 2 0 7
call cudaLaunchKernel 1 1.1 1
kernel 1 40 1'
like "$(nst-advise --text "$tmp/states" | head -n 1)" 'gpu-gaps: GPU 0 was idle' "one GPU of two processes needs no more than its number"
jq -c 'select(.type != "gpu-state" and .type != "end")' "$tmp/states" |
	sed '1a {"ts":0,"type":"meta","name":"device","pid":1,"device":0,"args":{"uuid":"a"}}\
{"ts":0,"type":"meta","name":"device","pid":2,"device":0,"args":{"uuid":"b"}}\
{"ts":0,"type":"meta","name":"process","pid":1,"args":{"name":"x","rank":6}}' >"$tmp/two"
grep '"type":"end"' "$tmp/made" >>"$tmp/two"
nst-state "$tmp/two" >"$tmp/states"
like "$(nst-advise --text "$tmp/states" | head -n 1)" 'gpu-gaps: GPU 0 of rank 6 was idle' "but two GPUs with one number need the rank"

# In one process and as a pipeline.
profile=$BUILD/sample.sqlite
for options in '' --text '--text --top 2'; do
	# shellcheck disable=SC2086 # words
	nst-chain nst-dump --jobs 1 "$profile" '|' nst-link '|' nst-state '|' nst-advise $options >"$tmp/got" 2>"$tmp/err"
	# shellcheck disable=SC2086 # words
	nst-dump "$profile" 2>"$tmp/err" | nst-link 2>"$tmp/err" | nst-state 2>"$tmp/err" | nst-advise $options >"$tmp/want"
	same "$tmp/got" "$tmp/want" "nst-chain runs nst-advise $options"
done
is "$(nst-chain --ask nst-dump "$profile" '|' nst-link '|' nst-state '|' nst-advise --text)" "one process" "in one process"
finish
