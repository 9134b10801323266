#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-dump --progress: a line on a terminal, which is gone before anything else is said; nothing
# elsewhere.
. tests/tap.sh
. tests/terminal.sh
needterminal

# The sample, and a table that nothing reads.
sample=$tmp/new.sqlite
cp "$(profile sample)" "$sample"
sqlite3 "$sample" 'CREATE TABLE NEW_EVENTS AS SELECT 1'

nst-dump "$sample" >"$tmp/plain" 2>"$tmp/plain.err"
run nst-dump --progress "$sample"
is "$status" 0 'no terminal'
same "$tmp/out" "$tmp/plain" 'no terminal: the same stream'
same "$tmp/err" "$tmp/plain.err" 'no terminal: the same messages'

terminal "nst-dump --progress '$sample' >'$tmp/out'"
events=$(grep -v -e '"type":"stream"' -e '"type":"meta"' -e '"type":"end"' "$tmp/plain" | wc -l)
is "$status" 0 'a terminal'
same "$tmp/out" "$tmp/plain" 'a terminal: the same stream'
like "$(tr -d '\033' <"$tmp/tty")" "^nst-dump: new.sqlite: 0 of $events events, 0 %\[K.*nst-dump: .*not dumped" 'a terminal: the number of events, and the line is taken away'
is "$(screen)" "$(cat "$tmp/plain.err")" 'a terminal: what stays are the messages'
terminal "nst-dump '$sample' >'$tmp/out'"
same "$tmp/tty" "$tmp/plain.err" 'a terminal, but not asked for'
terminal "nst-dump --progress --type kernel --from 13s '$sample' >'$tmp/out'"
like "$(cat "$tmp/tty")" "nst-dump: new.sqlite: 0 of $(grep -c '"type":"kernel"' "$tmp/out") events" 'only what is wanted counts'
is "$(screen)" '' 'nothing to say: nothing stays'
terminal "nst-dump --progress --type memset --from 1000s '$sample' >'$tmp/out'"
like "$(cat "$tmp/tty")" 'nst-dump: new.sqlite: 0 of 0 events, 100 %' 'no events'

# Many events, to a reader that takes its time.
cp "$sample" "$tmp/many.sqlite"
sqlite3 "$tmp/many.sqlite" 'WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 50) INSERT INTO OSRT_API SELECT o.* FROM n, OSRT_API o'
terminal "nst-dump --progress '$tmp/many.sqlite' | { sleep 0.5; cat >/dev/null; }"
like "$(cat "$tmp/tty")" 'nst-dump: many.sqlite: [1-9][0-9]* of [0-9]+ events, [1-9][0-9]* %, [0-9]+ events/s, [0-9]+ s left' 'the line is renewed'
is "$(screen)" "nst-dump: $tmp/many.sqlite: not dumped: NEW_EVENTS, 1 rows" 'and gone in the end'
terminal "stty cols 20; nst-dump --progress '$tmp/many.sqlite' | { sleep 0.5; cat >/dev/null; }"
is "$(sed "s/$(printf '\033')\[K/\\n/g" "$tmp/tty" | grep -c '^nst-dump: many.\{6,\}$')" 0 'a narrow terminal: never wider'
like "$(cat "$tmp/tty")" 'nst-dump: many.sql' 'a narrow terminal: its beginning'

# An error in the middle.
terminal "nst-dump --progress '$tmp/many.sqlite' >/dev/full"
is "$status $(screen)" '1 nst-dump: standard output: No space left on device' 'an error: the line is gone before it'
like "$(cat "$tmp/tty")" 'nst-dump: many.sqlite: 0 of [0-9]+ events' 'an error: there was a line'
finish
