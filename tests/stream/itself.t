#!/bin/sh
# SPDX-License-Identifier: MIT
# A program whose standard output is appended to its input would read its own output for ever: each
# refuses it, as cat and grep do.
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/linked" 2>/dev/null
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/dump"

# refused FILE COMMAND...: appending to the file is refused in one line, and the file stays as it
# is.
refused() {
	cp "$1" "$tmp/b"
	shift
	status=0
	timeout 20 "$@" "$tmp/b" >>"$tmp/b" 2>"$tmp/err" || status=$?
	is "$status $(cat "$tmp/err")" "1 $1: $tmp/b: input file is output file" "$*: an operand"
	same "$tmp/b" "$tmp/before" "$*: the file stays as it is"
}

cp "$tmp/dump" "$tmp/before"
for program in nst-filter nst-scrub nst-step nst-link nst-sum nst-fold nst-merge 'nst-link --across threads' 'nst-filter --from -1ms' 'nst-step --auto'; do
	# shellcheck disable=SC2086 # words
	refused "$tmp/dump" $program
done
cp "$tmp/linked" "$tmp/before"
for program in nst-state nst-path nst-skew nst-chrome nst-perfetto nst-page nst-advise 'nst-advise --text'; do
	refused "$tmp/linked" $program
done
cp "$(profile sample)" "$tmp/before"
refused "$tmp/before" nst-dump

cp "$tmp/dump" "$tmp/b"
status=0
timeout 20 nst-filter <"$tmp/b" >>"$tmp/b" 2>"$tmp/err" || status=$?
is "$status $(cat "$tmp/err")" '1 nst-filter: stdin: input file is output file' 'standard input'
same "$tmp/b" "$tmp/dump" 'standard input: the file stays as it is'
: >"$tmp/b"
status=0
nst-filter --partial "$tmp/b" >>"$tmp/b" 2>"$tmp/err" || status=$?
is "$status $(cat "$tmp/err")" '0 ' 'an empty file has nothing to read: it is not refused'
status=0
nst-filter --type kernel "$tmp/dump" >>"$tmp/b" 2>"$tmp/err" || status=$?
is "$status $(cat "$tmp/err")" '0 ' 'another file'

jq . "$tmp/dump" >"$tmp/pretty"
run nst-filter "$tmp/pretty"
is "$status $(cat "$tmp/err")" "1 nst-filter: $tmp/pretty:1: bad line: a record over several lines: use jq -c (byte 2)" 'jq without -c is named'
finish
