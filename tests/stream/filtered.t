#!/bin/sh
# SPDX-License-Identifier: MIT
# What a filter removed: nst-filter and nst-dump write it into the header, and the programs behind
# them tell where it changes an answer. nst-event(5), stream.
. tests/tap.sh

# header: the member "filtered" of a stream.
header() {
	head -n 1 | jq -c .filtered
}

nst-dump "$(profile sample)" >"$tmp/dump" 2>/dev/null
nst-link "$tmp/dump" >"$tmp/linked" 2>/dev/null
is "$(header <"$tmp/dump")" null 'nst-dump: nothing is filtered'

# Each option that removes events is named; a window has keys of its own, unless it was inverted.
while read -r want options; do
	# shellcheck disable=SC2086 # words of options
	is "$(nst-filter $options "$tmp/linked" 2>/dev/null | header)" "$want" "nst-filter $options"
done <<'END'
null --rename pytorch
null --from 1s --to 2s
{"by":["type"],"types":["nvtx","kernel"]} --type kernel,nvtx
{"by":["type"],"types":["kernel","other"]} --type kernel,mine
{"by":["prefix"]} --prefix a --ignore-case
{"by":["match"]} --match a
{"by":["inside"]} --inside a
{"by":["domain"]} --domain a
{"by":["pid","tid"]} --pid 1 --tid 1
{"by":["device","stream","rank"]} --rank 1 --device 1 --stream 1
{"by":["min-dur"]} --min-dur 1us
{"by":["launches"]} --launches 1:
{"by":["match"]} --match a --from 1s
{"by":["from","invert"]} --from 1s --invert
{"by":["type","match","invert"]} --type kernel --match a --invert
END
nst-filter --type osrt,sched,mine --invert "$tmp/linked" >"$tmp/less" 2>/dev/null
is "$(header <"$tmp/less" | jq -c '.by, ([.types[] | select(IN("osrt", "sched", "kernel", "nvtx-kernel", "other"))])' | paste -sd ' ')" \
	'["type"] ["nvtx-kernel","kernel","other"]' 'nst-filter --type --invert: the other types'
run nst-sum "$tmp/less"
is "$status $(cat "$tmp/err")" '0 ' '... of which the work of GPUs is not missing'
nst-filter --type osrt,sched --invert "$tmp/dump" | nst-link 2>"$tmp/err" >/dev/null
is "$(grep -c 'filtered out' "$tmp/err")" 0 '... nor are calls'

# Filters in a row, and streams that are merged.
nst-filter --type kernel,nvtx "$tmp/dump" >"$tmp/both" 2>/dev/null
is "$(nst-filter --type memcpy,kernel --device 0 "$tmp/both" | header)" '{"by":["type","device"],"types":["kernel"]}' \
	'two filters: the types that both keep'
is "$(nst-filter --type nvtx,kernel,cuda-api "$tmp/dump" | nst-link 2>/dev/null | nst-filter --type nvtx-kernel | header)" \
	'{"by":["type"],"types":["nvtx-kernel"]}' '... and those that nst-link adds between them'
nst-filter --type memset --match a "$tmp/dump" >"$tmp/match" 2>/dev/null
is "$(nst-merge "$tmp/both" "$tmp/match" 2>/dev/null | header)" '{"by":["type","match"],"types":["nvtx","kernel","memset"]}' \
	'nst-merge: all options, and the types of any input'
is "$(nst-merge "$tmp/dump" "$tmp/both" 2>/dev/null | header)" '{"by":["type"]}' '... one of them is whole'
is "$(nst-scrub "$tmp/both" | header)" "$(header <"$tmp/both")" 'nst-scrub keeps it'
printf '%s\n' '{"ts":0,"type":"stream","format":1,"filtered":{"by":["mine"],"types":["secret"],"why":"secret"}}' \
	'{"ts":0,"type":"end","events":0}' | nst-scrub >"$tmp/out"
is "$(header <"$tmp/out")" '{"by":["other"],"types":["other"]}' '... but not what others wrote there'
is "$(nst-dump --type kernel,nvtx "$(profile sample)" | header)" '{"by":["type"],"types":["nvtx","kernel"]}' 'nst-dump --type'
is "$(nst-dump --names template "$(profile sample)" | nst-scrub | head -n 1 | jq -r .names)" template 'nst-scrub keeps the style of names'

# A page.
nst-page "$tmp/linked" >"$tmp/whole.html" 2>/dev/null
nst-filter --type gpu,ranges "$tmp/linked" | nst-page >"$tmp/page.html" 2>/dev/null
is "$(grep -c 'the stream is whole' "$tmp/page.html") $(grep -c 'by the options --type' "$tmp/page.html")" '0 1' \
	'nst-page: the stream is not whole'
is "$(grep -c 'by the options' "$tmp/whole.html")" 0 '... and without a filter it does not say so'

# nst-link: calls that are missing.
calls=$(jq -n '[inputs | select(.type == "cuda-api") | .corr] | unique | length' "$tmp/dump")
nst-filter --match '^cudaLaunchKernel|gemm|copy|Memcpy' "$tmp/dump" >"$tmp/some" 2>/dev/null
lost=$(jq -n 'reduce inputs as $e ({}; if $e.type == "cuda-api" then .c["\($e.pid) \($e.corr)"] = 1
	elif ($e.type | IN("kernel", "memcpy", "memset")) and $e.corr then .w += ["\($e.pid) \($e.corr)"] else . end) |
	.c as $c | [.w[] | select($c[.] | not)] | length' "$tmp/some")
run nst-link "$tmp/some"
is "$((lost > 0)) $(grep -c "nst-link: $tmp/some: $lost GPU events have no launch, since calls of CUDA were filtered out (--match): filter behind nst-link" "$tmp/err")" \
	'1 1' "nst-link: $lost of the events lost their calls ($calls in all)"

# The use of GPUs, and what is idle.
filtered='events were filtered out (--match)'
nst-filter --match flash "$tmp/linked" >"$tmp/gemm" 2>/dev/null
run nst-sum "$tmp/gemm"
is "$status $(cat "$tmp/err")" "0 nst-sum: $tmp/gemm: $filtered: the use of GPUs has only the work that is left" 'nst-sum: the use of GPUs'
run nst-state "$tmp/gemm"
is "$status $(grep -c "nst-state: $tmp/gemm: $filtered: idle time has the work that is missing" "$tmp/err")" '0 1' 'nst-state'
behind='filter behind this program'
run nst-path "$tmp/gemm"
is "$status $(grep -c "nst-path: $tmp/gemm: $filtered: the path leads through what is left: $behind" "$tmp/err")" '0 1' 'nst-path'
run nst-replay --text "$tmp/gemm"
is "$status $(grep -c "nst-replay: $tmp/gemm: $filtered: the replay does not wait for what is missing: $behind" "$tmp/err")" '0 1' 'nst-replay'
run nst-state "$tmp/gemm"
cp "$tmp/out" "$tmp/states"
run nst-advise "$tmp/states"
is "$status $(grep -c "nst-advise: $tmp/states: $filtered: findings about what is missing are not made: $behind" "$tmp/err")" '0 1' 'nst-advise'
for options in '--type gpu,cpu' '--device 0' '--from +1ms'; do
	# shellcheck disable=SC2086 # words of options
	nst-filter $options "$tmp/linked" >"$tmp/part" 2>/dev/null
	run nst-sum "$tmp/part"
	is "$status $(cat "$tmp/err")" '0 ' "nst-sum: $options leaves all work of each GPU"
done
nst-filter --type gpu,cpu "$tmp/linked" >"$tmp/part"
run nst-path "$tmp/part"
is "$status $(grep -c 'filtered out' "$tmp/err")" '0 0' 'nst-path: --type gpu,cpu leaves calls and work'
nst-filter --type kernel,cuda-api "$tmp/dump" | nst-link 2>/dev/null >"$tmp/part"
run nst-sum --by nvtx "$tmp/part"
is "$status $(cat "$tmp/err")" "0 nst-sum: $tmp/part: --by nvtx: no event has ranges around its launch: ranges were filtered out; filter behind nst-link" \
	'nst-sum --by nvtx'

# nst-diff: the same filter on both sides, or not.
nst-filter --type kernel "$tmp/linked" >"$tmp/kernels"
run nst-diff "$tmp/kernels" "$tmp/linked"
is "$(cat "$tmp/err")" "nst-diff: $tmp/kernels (--type) and $tmp/linked (whole) were filtered in different ways: what only one of them lacks is no change" \
	'nst-diff: a filtered stream and a whole one'
run nst-diff --type kernel "$tmp/kernels" "$tmp/linked"
is "$status $(cat "$tmp/err")" '0 ' '... of which only types count that both have'
run nst-diff "$tmp/kernels" "$tmp/kernels"
is "$status $(cat "$tmp/err")" '0 ' '... two with the same filter'
nst-sum --by type,name --json "$tmp/kernels" >"$tmp/table" 2>/dev/null
is "$(jq -c 'select(.table).table.filtered' "$tmp/table")" '{"by":["type"],"types":["kernel"]}' 'nst-sum --json: the table tells'
run nst-diff "$tmp/table" "$tmp/linked"
is "$status $(cat "$tmp/err")" "1 nst-diff: $tmp/table (--type) and $tmp/linked (whole) cannot be compared: they were filtered in different ways" \
	'nst-diff refuses the table'
run nst-diff "$tmp/table" "$tmp/kernels"
is "$status $(cat "$tmp/err")" '0 ' '... but compares it with the stream that it was made of'

# nst-step.
is "$(nst-step --quiet "$tmp/linked" | head -n 1 | jq .steps)" true 'nst-step marks the header'
finish
