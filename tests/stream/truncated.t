#!/bin/sh
# SPDX-License-Identifier: MIT
# A header without its end record is a producer that died: every reader says so, fails, and still
# writes all it has. --partial takes it.
. tests/tap.sh

small=$top/tests/stream/small.ndjson
sed '$d' "$small" >"$tmp/cut"
{ cat "$tmp/cut"; cat "$small"; } | sort -s -t: -k2,2n >"$tmp/two-one"
sort -m -s -t: -k2,2n "$small" "$small" >"$tmp/two-two"
sed 1d "$small" >"$tmp/none-one"

# events FILE: how many records are neither header nor end; of a trace how many are no metadata.
events() {
	if [ "$(head -c 1 "$1")" = '[' ]; then
		jq 'map(select(.ph != "M")) | length' "$1"
	else
		grep -vc -e '"type":"stream"' -e '"type":"end"' "$1"
	fi
}

for p in nst-link nst-filter nst-chrome; do
	case $p in
	nst-link) whole=7 ;;
	nst-filter) whole=6 ;;
	nst-chrome) whole=5 ;;
	esac
	run "$p" "$small"
	is "$(events "$tmp/out")" "$whole" "$p: the events of a whole stream"

	run "$p" <"$tmp/cut"
	is "$status $(sed 's/\(truncated input\).*/\1/' "$tmp/err")" "1 $p: stdin: truncated input" "$p: a stream without its end record is truncated"
	is "$(events "$tmp/out")" "$whole" "$p: what there is of it is written"
	is "$(grep -c '"type":"end"' "$tmp/out")" 0 "$p: and no end record"
	run "$p" --partial "$tmp/cut"
	is "$status $(cat "$tmp/err")" '0 ' "$p --partial: it will do"
	is "$(events "$tmp/out")" "$whole" "$p --partial: all is written"
	[ "$p" = nst-chrome ] || is "$(tail -n 1 "$tmp/out")" "{\"ts\":9,\"type\":\"end\",\"events\":$whole,\"partial\":true}" "$p --partial: the end record says that it is not whole"
	[ "$p" = nst-chrome ] || ok "$p --partial: the next program takes that" nst-filter "$tmp/out"
	if [ "$p" != nst-chrome ] && [ "$p" != nst-perfetto ]; then
		# what a program accepted once is not whole for those behind it
		nst-filter --partial "$tmp/cut" >"$tmp/accepted"
		run "$p" "$tmp/accepted"
		is "$status $(tail -n 1 "$tmp/out" | jq -c '[.type, .partial]')" '0 ["end",true]' "$p: an end record that says that it is not whole still does"
	fi
	run "$p" --partial "$small"
	cp "$tmp/out" "$tmp/got"
	run "$p" "$small"
	same "$tmp/got" "$tmp/out" "$p --partial: nothing changes for a stream that is whole"

	run "$p" "$tmp/two-one"
	is "$status $(grep -c 'truncated input' "$tmp/err")" '1 1' "$p: two headers and one end record are truncated"
	is "$(grep -c '"name":"gemm"' "$tmp/out") $(grep -c '"name":"loss=1.5"' "$tmp/out")" '2 2' "$p: all of both is written"
	if [ "$p" != nst-chrome ]; then
		nst-filter "$tmp/out" >"$tmp/next" 2>"$tmp/err"
		is "$? $(grep -c 'truncated input' "$tmp/err")" '1 1' "$p: the next program finds it truncated as well"
		run "$p" --partial "$tmp/two-one"
		is "$status $(grep -c '"type":"end"' "$tmp/out") $(grep -c '"partial":true' "$tmp/out")" '0 2 1' "$p --partial: one of two end records says so"
		is "$(jq -s 'map(select(.type == "end").events) | add' "$tmp/out")" "$(events "$tmp/out")" "$p --partial: both count all events"
	fi
	run "$p" "$tmp/two-two"
	is "$status $(cat "$tmp/err")" '0 ' "$p: as many end records as headers are whole"
	run "$p" "$tmp/none-one"
	is "$status $(cat "$tmp/err")" '0 ' "$p: an end record alone does no harm"
	is "$(events "$tmp/out")" "$whole" "$p: and all is written"

	sed '7s/,"tid".*//' "$tmp/cut" >"$tmp/in"
	run "$p" "$tmp/in"
	is "$status $(sed 's/bad line: .*/bad line/' "$tmp/err")" "1 $p: $tmp/in:7: bad line" "$p: a line cut in two is a bad one"
	ok "$p: what came before it is written" test "$(events "$tmp/out")" -ge 4
done

# The end record of a relay counts what the relay wrote.
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/dump"
for relay in nst-link nst-filter 'nst-filter --type kernel,nvtx' 'nst-filter --invert --min-dur 1us' 'nst-filter --type nvtx-kernel'; do
	$relay "$tmp/dump" >"$tmp/out"
	is "$(tail -n 1 "$tmp/out" | jq .events)" "$(($(wc -l <"$tmp/out") - 2))" "$relay: the end record counts the records"
	is "$(tail -n 1 "$tmp/out" | jq .ts)" "$(tail -n 1 "$tmp/dump" | jq .ts)" "$relay: its time is the latest of the input"
done

# The same for a trace that has no lines to count.
run nst-perfetto "$tmp/cut"
cp "$tmp/out" "$tmp/got"
is "$status $(sed 's/\(truncated input\).*/\1/' "$tmp/err")" "1 nst-perfetto: $tmp/cut: truncated input" 'nst-perfetto: a stream without its end record is truncated'
run nst-perfetto --partial "$tmp/cut"
is "$status $(cat "$tmp/err")" '0 ' 'nst-perfetto --partial: it will do'
same "$tmp/out" "$tmp/got" 'nst-perfetto --partial: the trace is the same'
run nst-perfetto "$small"
same "$tmp/out" "$tmp/got" 'nst-perfetto: all there is was written'

# A producer that dies in the middle of a pipeline: all behind it fail, the first says so, and the
# trace is well-formed.
{
	{
		head -n 300 "$tmp/dump" | nst-link
		echo $? >"$tmp/link"
	} | {
		nst-filter
		echo $? >"$tmp/filter"
	} | nst-chrome >"$tmp/out"
	echo $? >"$tmp/chrome"
} 2>"$tmp/err"
is "$(cat "$tmp/link" "$tmp/filter" "$tmp/chrome" | tr '\n' ' ')" '1 1 1 ' 'a pipeline with a dead producer fails in every stage'
is "$(sed 's/\(truncated input\).*/\1/' "$tmp/err")" 'nst-link: stdin: truncated input' 'that is said once'
is "$(events "$tmp/out")" "$(head -n 300 "$tmp/dump" | nst-link 2>/dev/null | grep -vc -e '"type":"stream"' -e '"type":"meta"' -e '"type":"failed"' -e '"name":"sched-out"')" 'and the trace has all there was: what takes a thread its CPU ends a slice'

finish
