#!/bin/sh
# SPDX-License-Identifier: MIT
# --min-activity reads its input twice, whatever that is, and leaves nothing behind.
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/in"
mkdir "$tmp/folder"
TMPDIR=$tmp/folder
export TMPDIR

nst-perfetto --min-activity 0.1% "$tmp/in" >"$tmp/want"
nst-perfetto "$tmp/in" >"$tmp/all"
ok 'something is hidden, something is not' test "$(wc -c <"$tmp/want")" -lt "$(wc -c <"$tmp/all")" -a "$(wc -c <"$tmp/want")" -gt 10000
nst-perfetto --min-activity 0.1% <"$tmp/in" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a file as standard input'
nst-perfetto --min-activity 0.1% - <"$tmp/in" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'the same as -'
(
	read -r _
	nst-perfetto --min-activity 0.1%
) <"$tmp/in" >"$tmp/got" 2>"$tmp/err"
sed 1d "$tmp/in" | nst-perfetto --min-activity 0.1% >"$tmp/headless"
same "$tmp/got" "$tmp/headless" 'a file of which a line was read'
cat "$tmp/in" | nst-perfetto --min-activity 0.1% >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a pipe'
mkfifo "$tmp/fifo"
cat "$tmp/in" >"$tmp/fifo" &
nst-perfetto --min-activity 0.1% "$tmp/fifo" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a named pipe'
nst-perfetto --min-activity 0% "$tmp/in" >"$tmp/got"
same "$tmp/got" "$tmp/all" '0% hides nothing'
is "$(ls "$TMPDIR")" '' 'no file is left'
TMPDIR=$tmp/missing
status=0
cat "$tmp/in" | nst-perfetto --min-activity 0.1% >"$tmp/out" 2>"$tmp/err" || status=$?
is "$status $(cat "$tmp/err")" "1 nst-perfetto: $tmp/missing: temporary file (TMPDIR): No such file or directory" \
	'no place for a copy'
is "$(nst-perfetto --min-activity 0.1% "$tmp/in" | cmp - "$tmp/want" && echo same)" same 'a file needs none'

finish
