#!/bin/sh
# SPDX-License-Identifier: MIT
# A stream as it comes: compressed by gzip, zstd or xz it is the same stream, and what is wrong with
# it is said. The oracle is what these programs themselves read.
. tests/tap.sh

for tool in gzip zstd xz; do
	command -v $tool >/dev/null || skipall "$tool is not installed"
done
# The sample, and a stream of many blocks.
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/events"
awk 'BEGIN { for (i = 0; i < 40000; i++)
	printf "{\"ts\":%d,\"dur\":1,\"type\":\"osrt\",\"name\":\"read\",\"pid\":1,\"tid\":%d,\"args\":{\"n\":%d}}\n", i, i % 7, i * 7919 % 104729 }' >"$tmp/many"
cd "$tmp" || exit 1

for tool in gzip zstd xz; do
	$tool -c <events >events.$tool
	$tool -c <many >many.$tool
	for program in $relays $viewers nst-sum; do
		run "$program" events
		cp out want
		run "$program" events.$tool
		is "$status $(said | sed "s/events.$tool/events/")" "0 " "$program: $tool: a file"
		same out want "$program: $tool: the same"
		run "$program" <events.$tool
		same out want "$program: $tool: standard input"
		# shellcheck disable=SC2002 # a pipe
		cat events.$tool | "$program" >out 2>err
		same out want "$program: $tool: a pipe"
	done
	nst-filter many >want
	run nst-filter many.$tool
	same out want "$tool: many blocks"
	for size in 7 4096; do
		dd bs=$size if=events.$tool 2>/dev/null | nst-sum --tsv >got 2>/dev/null
		nst-sum --tsv events >want
		same got want "$tool: in pieces of $size bytes"
	done
	# twice-read inputs
	nst-perfetto --min-activity 1% events >want
	nst-perfetto --min-activity 1% <events.$tool >got
	same got want "$tool: read twice, from a file"
	# shellcheck disable=SC2002 # a pipe
	cat events.$tool | nst-perfetto --min-activity 1% >got
	same got want "$tool: read twice, from a pipe"

	# one behind the other
	head -n 20000 many | $tool -c >parts
	tail -n +20001 many | $tool -c >>parts
	nst-filter many >want
	run nst-filter parts
	is "$status" 0 "$tool: two of them, one behind the other: status"
	same out want "$tool: two of them are one stream"

	# cut and damaged
	size=$(wc -c <many.$tool)
	bad=''
	for at in 1 2 3 4 5 6 8 12 20 100 5000 $((size / 2)) $((size - 9)) $((size - 4)) $((size - 1)); do
		head -c "$at" many.$tool >part
		run nst-filter part
		case $status:$(cat err) in
		1:"nst-filter: part: compressed by $tool, and truncated") ;;
		1:'nst-filter: part:1: bad line: '*) [ "$at" -le 5 ] || bad="$bad $at" ;;
		*) bad="$bad $at" ;;
		esac
	done
	is "$bad" '' "$tool: a cut is said, wherever it is"
	run nst-filter --partial part
	is "$status $(cat err)" "1 nst-filter: part: compressed by $tool, and truncated" "$tool: --partial does not take a cut file"
	ok "$tool: what there is of it is written" test "$(wc -l <out)" -gt 30000
	bad='' at=8
	nst-filter many >want
	while [ $at -lt "$size" ]; do
		cp many.$tool damaged
		byte=$(od -An -tu1 -j $at -N 1 damaged)
		# shellcheck disable=SC2059 # an octal escape
		printf "\\$(printf %o $((byte ^ 16)))" | dd of=damaged bs=1 seek=$at conv=notrunc 2>/dev/null
		run nst-filter damaged
		# a bit of a header may mean nothing
		[ $status -eq 1 ] || cmp -s out want || bad="$bad $at"
		at=$((at + size / 41))
	done
	is "$bad" '' "$tool: damage is said, or harmless"
done

# What these programs do with what stands behind, we do too: zeros as on tapes, nothing else.
cp many.gzip zeros
head -c 100000 /dev/zero >>zeros
nst-filter many >want
run nst-filter zeros
same out want 'gzip: zeros behind it'
{ cat many.gzip; echo more; } >garbage
run nst-filter garbage
is "$status $(cat err)" '1 nst-filter: garbage: compressed by gzip, and damaged' 'gzip: something behind it'
: | gzip >nothing
run nst-filter nothing
is "$status $(cat err)" '1 nst-filter: nothing: empty input: not even a header' 'nothing, compressed'

# Bounds.
head -c 1000000 many | zstd -q --ultra --long=30 -c >long
run nst-filter long
is "$status $(cat err)" '1 nst-filter: long: compressed by zstd, and it needs more than 128 MiB of memory: decompress it before this program' \
	'zstd: memory is bounded'
head -c 1200000000 /dev/zero | gzip -1 >bomb
case $BUILD in
*/sanitize) skip 'the sanitizer has its own memory' 'a line without an end' ;;
*)
	# shellcheck disable=SC3045 # most shells have it
	(ulimit -v 2000000 && nst-filter bomb) >out 2>err
	is "$? $(cat err)" '1 nst-filter: bomb: a line of more than 512 MiB' 'a line without an end'
	;;
esac

# What is no stream is named for what it is, compressed or not.
nst-perfetto events >t.pftrace
nst-chrome events >t.json
nst-chrome --object events >o.json
printf 'NVIDIA Tegra Profiler Report 1.\nabc' >r.nsys-rep
for case in 't.pftrace|a Perfetto trace|' 't.json|a Chrome trace|: nst-dump makes one of it' \
	'o.json|a Chrome trace|: nst-dump makes one of it' \
	'r.nsys-rep|a report|: nst-dump makes one of it' \
	"$BUILD/sample.sqlite|an SQLite file|: nst-dump makes one of it"; do
	name=${case%%|*} rest=${case#*|}
	for program in $relays $viewers nst-sum; do
		run "$program" "$name"
		is "$status $(cat err)" "1 $program: $name: ${rest%%|*}, not a stream of events${rest#*|}" "$program: ${rest%%|*}"
	done
	gzip -c "$name" >packed
	run nst-filter packed
	is "$status $(cat err)" "1 nst-filter: packed: ${rest%%|*}, not a stream of events${rest#*|}" "${rest%%|*}, compressed"
done
for text in text '{"ts":1}
[' '{"metadata":1}'; do
	echo "$text" | nst-filter >out 2>err
	like "$? $(cat err)" '^1 nst-filter: stdin:[12]: bad line: |^1 nst-filter: stdin: a (Chrome|PyTorch) trace' "what begins as a stream: $(echo "$text" | tail -n 1)"
done
echo '{"metadata":1,"ts":1,"type":"mark"}' | nst-filter >out 2>err
is "$? $(cat err)" '0 ' 'a stream with a key as a trace has it'

cd "$top" || exit 1
finish
