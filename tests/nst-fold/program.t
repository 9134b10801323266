#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-fold as a program among the others: command line, input in pieces and of odd shape, bad lines,
# output that cannot be written, and the same output each time.
. tests/tap.sh

small=$top/tests/stream/small.ndjson
nst-dump --stacks "$(profile sample)" 2>/dev/null | nst-link >"$tmp/linked" 2>/dev/null

for option in --unknown -x --partial=1 --what --what=all; do
	run nst-fold "$option" "$small"
	is "$status $(cat "$tmp/out")" '2 ' "$option: status 2 and no output"
done
run nst-fold "$small" "$small"
is "$status $(cat "$tmp/out")" '2 ' 'two files are a usage error'
run nst-fold "$tmp/missing"
is "$status $(cat "$tmp/out" "$tmp/err")" "1 nst-fold: $tmp/missing: No such file or directory" 'missing file'
run nst-fold "$tmp"
is "$status $(cat "$tmp/err")" "1 nst-fold: $tmp: Is a directory" 'directory'

# How the input comes makes no difference.
for what in gpu cpu samples; do
	nst-fold --what $what "$tmp/linked" >"$tmp/want" 2>/dev/null
	for way in 'cat' 'dd bs=9973 status=none' 'sed s/$/\r/' 'sed G' 'sed 1d;$d'; do
		$way <"$tmp/linked" | nst-fold --what $what >"$tmp/got" 2>/dev/null
		same "$tmp/got" "$tmp/want" "$what: input through $way"
	done
done
for what in gpu samples; do
	# of two streams in one all is there twice
	nst-fold --what $what "$tmp/linked" 2>/dev/null | awk '{ weight = $NF; sub(/[0-9]+$/, ""); printf "%s%.0f\n", $0, 2 * weight }' >"$tmp/want"
	sort -m -s -t: -k2,2n "$tmp/linked" "$tmp/linked" | nst-fold --what $what >"$tmp/got" 2>/dev/null
	same "$tmp/got" "$tmp/want" "$what: two streams in one"
done
{
	sed 1d "$tmp/linked" | sed '$d' | grep -v '"type":"meta"'
} | tac | nst-fold >"$tmp/got" 2>/dev/null
nst-fold "$tmp/linked" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'gpu: the order does not matter'
nst-fold --pprof "$tmp/linked" >"$tmp/want"
nst-fold --pprof <"$tmp/linked" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'pprof: the same bytes each time'
ok 'pprof: gzip takes it' gzip -t <"$tmp/got"
if command -v protoc >/dev/null; then
	gzip -dc "$tmp/got" | protoc --decode=Profile -I tests/nst-fold profile.proto >"$tmp/text"
	utc=$(sed -n '1s/.*"utc":\([0-9]*\).*/\1/p' "$tmp/linked")
	first=$(sed -n '1s/^{"ts":\([0-9]*\).*/\1/p' "$tmp/linked")
	last=$(jq -n 'reduce inputs as $e (0; [., $e.ts + ($e.dur // 0)] | max)' "$tmp/linked")
	is "$(sed -n 's/^time_nanos: //p; s/^duration_nanos: //p' "$tmp/text" | paste -sd ' ')" "$((utc + first)) $((last - first))" 'pprof: when it was and how long'
	is "$(sed -n 's/^string_table: //p' "$tmp/text" | head -n 5 | paste -sd ' ')" '"" "events" "count" "gpu" "nanoseconds"' 'pprof: what the values are'
	is "$(sed -n 's/^default_sample_type: //p' "$tmp/text")" 3 'pprof: the weight is shown by default'
	echo '{"ts":1,"dur":1,"type":"osrt","name":"x","tid":1}' | nst-fold --what cpu --pprof | gzip -dc | protoc --decode=Profile -I tests/nst-fold profile.proto >"$tmp/text"
	is "$(grep -c time_nanos "$tmp/text")" 0 'pprof: no time where the stream has none'
else
	report 0 'pprof # SKIP protoc is not installed'
fi

# Bad lines end it, with what came before.
for line in nope '{"ts":1' '{"ts":1,"dur":-1}' '{"ts":1,"type":7}' '{"ts":1,"pid":"x"}'; do
	printf '%s\n' '{"ts":0,"dur":5,"type":"kernel","name":"good","launch":{"ts":0}}' "$line" '{"ts":2,"dur":7,"type":"kernel","name":"good"}' >"$tmp/in"
	run nst-fold "$tmp/in"
	like "$status $(cat "$tmp/err")" "^1 nst-fold: $tmp/in:2: bad line: " "refused: $line"
	is "$(cat "$tmp/out")" 'good 5' '... with what came before'
done
run nst-fold /dev/null
is "$status $(cat "$tmp/out" "$tmp/err")" '1 nst-fold: /dev/null: empty input: not even a header' 'empty input'
run nst-fold --pprof /dev/null
is "$status $(wc -c <"$tmp/out")" '1 0' 'empty input: no profile of nothing'
run nst-fold --partial /dev/null
is "$status $(cat "$tmp/out" "$tmp/err")" '0 nst-fold: /dev/null: nothing that a GPU did: nothing is folded' 'empty input, --partial'
sed '$d' "$tmp/linked" >"$tmp/cut"
run nst-fold "$tmp/cut"
is "$status $(cat "$tmp/err")" "1 nst-fold: $tmp/cut: truncated input: it has a header and no end record" 'truncated input'
nst-fold "$tmp/linked" >"$tmp/want"
same "$tmp/out" "$tmp/want" '... with what there is'
run nst-fold --partial "$tmp/cut"
is "$status $(cat "$tmp/err")" '0 ' 'truncated input, --partial'

for form in --what=gpu --pprof; do
	status=0
	nst-fold $form "$tmp/linked" >/dev/full 2>"$tmp/err" || status=$?
	is "$status $(cat "$tmp/err")" '1 nst-fold: standard output: No space left on device' "$form: full disk"
done
finish
