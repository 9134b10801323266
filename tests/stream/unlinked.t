#!/bin/sh
# SPDX-License-Identifier: MIT
# Pipelines in the wrong order: an answer without ranges, or without links, says why. nst-link(1),
# nst-sum(1).
. tests/tap.sh

nst-dump "$(profile sample)" >"$tmp/dump" 2>/dev/null
nst-link "$tmp/dump" >"$tmp/linked" 2>/dev/null
for by in nvtx nvtx:all type,nvtx; do
	run nst-sum --by $by "$tmp/dump"
	is "$status $(cat "$tmp/err")" "0 nst-sum: $tmp/dump: --by nvtx: no event has ranges around its launch, which nst-link adds: the stream is not linked" \
		"--by $by without nst-link"
	run nst-sum --by $by "$tmp/linked"
	is "$status $(cat "$tmp/err")" '0 ' "--by $by behind it"
done
run nst-sum --by type,name "$tmp/dump"
is "$status $(cat "$tmp/err")" '0 ' 'other keys do not need it'
nst-filter --type kernel,nvtx "$tmp/dump" >"$tmp/kernels"
kernels=$(jq -r 'select(.type == "kernel" and .corr) | 1' "$tmp/kernels" | wc -l)
run nst-link "$tmp/kernels"
is "$status $(cat "$tmp/err")" "0 nst-link: $tmp/kernels: $kernels GPU events have no launch, since calls of CUDA were filtered out (--type): filter behind nst-link" \
	'nst-link behind a filter that removed the calls'
sed '1s/,"filtered":{.*}}/}/' "$tmp/kernels" >"$tmp/foreign"
run nst-link "$tmp/foreign"
is "$status $(cat "$tmp/err")" "0 nst-link: $tmp/foreign: $kernels GPU events have no launch, since no call of CUDA is in the stream: if they were filtered out, filter behind nst-link" \
	'... whose header does not tell'
nst-link "$tmp/kernels" 2>/dev/null | nst-sum --by nvtx >"$tmp/out" 2>"$tmp/err"
is "$(cat "$tmp/err")" 'nst-sum: stdin: --by nvtx: no event has ranges around its launch' \
	'... and what adds up behind it'
nst-filter --type kernel,cuda-api,nvtx "$tmp/dump" >"$tmp/both"
run nst-link "$tmp/both"
is "$status $(grep -v "waits in a range" "$tmp/err")" '0 ' 'with the calls: nothing'
finish
