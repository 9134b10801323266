#!/bin/sh
# SPDX-License-Identifier: MIT
# A failure is said once, by the program that failed: those behind it in the pipe fail without
# another message, and write no trace of nothing.
. tests/tap.sh

# fails DESCRIPTION STATUS MESSAGES COMMAND: a pipeline whose first programs fail; the last one's
# output is $tmp/out.
fails() {
	status=0
	bash -o pipefail -c "$4" >"$tmp/out" 2>"$tmp/err" || status=$?
	is "$status $(cat "$tmp/err")" "$2 $3" "$1: said once"
	is "$(wc -c <"$tmp/out")" 0 "$1: no trace of nothing"
}

command -v bash >/dev/null || {
	report 0 'failures # SKIP bash is not there, and this shell has no pipefail'
	finish
}
for last in nst-chrome nst-perfetto nst-sum 'nst-sum --by type --json' 'nst-sum --report cuda_gpu_trace --csv' 'nst-link | nst-chrome --object'; do
	fails "no such profile | $last" 1 'nst-dump: nofile: No such file or directory' "nst-dump nofile | nst-link | nst-filter --match x | $last"
done
fails 'a wrong option' 1 "nst-dump: --type: no event has the type 'kernle'; is it 'kernel'?
Try 'nst-dump --help'." 'nst-dump --type kernle x | nst-link | nst-chrome'
fails 'a wrong option in the middle' 1 "nst-link: --across: 'x' is not 'threads'
Try 'nst-link --help'." "nst-dump '$(profile sample)' 2>/dev/null | nst-link --across x | nst-chrome"
fails 'a writer that tells nothing' 1 'nst-chrome: stdin: empty input: not even a header' 'true | nst-chrome'
fails 'a header alone' 1 'nst-chrome: stdin: truncated input: it has a header and no end record' "echo '{\"ts\":0,\"type\":\"stream\"}' | nst-chrome"

# In the middle: what came before is passed on, and the trace of it is whole.
{
	echo '{"ts":0,"type":"stream","format":1}'
	echo '{"ts":1,"dur":1,"type":"osrt","name":"read","pid":1,"tid":1}'
	echo '{"ts":2,"dur":1,"type":'
} >"$tmp/bad"
status=0
bash -o pipefail -c "nst-link '$tmp/bad' | nst-filter | nst-chrome" >"$tmp/out" 2>"$tmp/err" || status=$?
is "$status $(cat "$tmp/err")" "1 nst-link: $tmp/bad:3: bad line: it ends too early (byte 24)" 'a bad line: said once'
is "$(jq -r '.[] | select(.ph == "X").name' "$tmp/out")" read 'what came before it is drawn'

# The record stands in pipes only; where one was kept, that is said.
nst-dump nofile >"$tmp/out" 2>"$tmp/err"
is "$(cat "$tmp/out")" '' 'a file gets no such record'
# shellcheck disable=SC2216 # what the pipe gets is the point
is "$(nst-dump nofile 2>/dev/null | cat)" '{"ts":0,"type":"failed"}' 'a pipe does'
is "$(nst-filter --tid x 2>/dev/null)" '{"ts":0,"type":"failed"}' 'also when the command line is wrong'
is "$(nst-chrome nofile 2>/dev/null)" '' 'not from a program that writes no stream'
{
	cat "$tmp/bad" | head -n 2
	echo '{"ts":0,"type":"failed"}'
} >"$tmp/kept"
run nst-link "$tmp/kept"
is "$status $(cat "$tmp/err")" "1 nst-link: $tmp/kept:3: the program that wrote it failed here" 'a file that holds one'
finish
