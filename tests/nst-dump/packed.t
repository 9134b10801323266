#!/bin/sh
# SPDX-License-Identifier: MIT
# Exports compressed by gzip, zstd or xz are the same exports, and what is wrong with them is said.
. tests/tap.sh

cp "$(profile sample)" "$tmp/p.sqlite"
nst-dump "$tmp/p.sqlite" >"$tmp/want" 2>/dev/null
for tool in gzip zstd xz; do
	if ! command -v $tool >/dev/null; then
		skip "$tool is not installed" "$tool"
		continue
	fi
	$tool -c <"$tmp/p.sqlite" >"$tmp/packed"
	for how in '' '-j 2'; do
		# shellcheck disable=SC2086 # words
		run nst-dump $how "$tmp/packed"
		is "$status" 0 "$tool: $how: status"
		same "$tmp/out" "$tmp/want" "$tool: $how: the events of the export"
	done
	run nst-dump - <"$tmp/packed"
	same "$tmp/out" "$tmp/want" "$tool: standard input"
	head -c 20000 "$tmp/packed" >"$tmp/part"
	run nst-dump "$tmp/part"
	is "$status $(cat "$tmp/err") $(grep -c '"type":"end"' "$tmp/out")" "1 nst-dump: $tmp/part: compressed by $tool, and truncated 0" "$tool: cut"
done
size=$(wc -c <"$tmp/p.sqlite")
head -c $((size - 4096)) "$tmp/p.sqlite" | gzip >"$tmp/packed"
run nst-dump "$tmp/packed"
is "$status $(cat "$tmp/err")" "1 nst-dump: $tmp/packed: truncated: $((size - 4096)) bytes of $size" 'a cut export, compressed'
{ cat "$tmp/p.sqlite"; head -c 100000000 /dev/zero; } | gzip -1 >"$tmp/packed"
run nst-dump "$tmp/packed"
is "$status $(cat "$tmp/err")" "1 nst-dump: $tmp/packed: malformed: more than the $size bytes of its header" 'no more than the header says is decompressed'
gzip -c "$BUILD/sample.nsys-rep" >"$tmp/packed"
run nst-dump "$tmp/packed"
is "$status $(cat "$tmp/err")" "1 nst-dump: $tmp/packed: compressed, and no SQLite database: decompress it first" 'a report, compressed'
nst-link "$tmp/want" 2>/dev/null | nst-perfetto >"$tmp/t.pftrace"
run nst-dump "$tmp/t.pftrace"
is "$status $(cat "$tmp/err")" "1 nst-dump: $tmp/t.pftrace: a Perfetto trace, not a profile: dump the profile that it was made of, or a trace of nst-chrome" 'a trace is named'
gzip -c "$tmp/t.pftrace" >"$tmp/packed"
run nst-dump "$tmp/packed"
is "$status $(cat "$tmp/err")" "1 nst-dump: $tmp/packed: compressed: a Perfetto trace, not a profile" 'a trace, compressed'
gzip -c "$tmp/want" >"$tmp/packed"
run nst-dump "$tmp/packed"
is "$status $(cat "$tmp/err")" "1 nst-dump: $tmp/packed: compressed: a stream of events, not a profile" 'a stream, compressed'
gzip -c "$tmp/p.sqlite" >"$tmp/p.sqlite.gz"
run nst "$tmp/p.sqlite.gz"
is "$status" 0 'nst: a compressed export'

finish
