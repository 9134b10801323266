#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs that people wait for show how far they are: on a terminal only, after a second, on one
# line that is gone in the end.
. tests/tap.sh
. tests/terminal.sh
needterminal
. tests/faults/faults.sh
. tests/stream/slowly.sh

nst-dump "$(profile sample)" 2>/dev/null >"$tmp/events"
nst-link "$tmp/events" 2>/dev/null >"$tmp/linked"
cp "$tmp/linked" "$tmp/two"
gzip -c "$tmp/linked" >"$tmp/linked.gz"
nst-sum "$tmp/linked" >"$tmp/want"

for file in linked linked.gz; do
	terminal "sh '$tmp/slowly' read:9 nst-sum '$tmp/$file' >'$tmp/out'"
	is "$status $(screen)" '0 ' "nst-sum $file: nothing stays"
	same "$tmp/out" "$tmp/want" "nst-sum $file: the table"
	shown nst-sum $file
done
terminal "sh '$tmp/slowly' read:9 nst-sum <'$tmp/linked' >'$tmp/out'"
shown nst-sum stdin
terminal "TERM=dumb sh '$tmp/slowly' read:9 nst-sum '$tmp/linked' >'$tmp/out'"
is "$(cat "$tmp/tty")" '' 'a terminal that cannot take a line away: nothing'
terminal "sh '$tmp/slowly' read:9 nst-sum '$tmp/linked' >'$tmp/out' 2>'$tmp/err'"
is "$(cat "$tmp/tty" "$tmp/err")" '' 'no terminal: nothing'
terminal "nst-sum '$tmp/linked' >'$tmp/out'"
is "$(cat "$tmp/tty")" '' 'less than a second: nothing'
nst-sum --by type --tsv "$tmp/linked" >"$tmp/want"
terminal "sh '$tmp/slowly' read:9 nst-sum --by type --tsv '$tmp/linked'"
shown nst-sum linked
is "$(screen)" "$(cat "$tmp/want")" 'the line is gone before the table'

terminal "{ cat '$tmp/events'; echo bad; } >'$tmp/bad'; sh '$tmp/slowly' read:9 nst-sum '$tmp/bad' >'$tmp/out'"
is "$status $(screen)" "1 nst-sum: $tmp/bad:$(wc -l <"$tmp/bad"): bad line: not a JSON object (byte 1)" 'an error: the line is gone before it'

# the block of events is what it reads last
n=0
while [ "$n" -eq 0 ] || [ -s "$tmp/fault" ]; do
	n=$((n + 1))
	LD_PRELOAD=$FAULT_LIBRARY FAULT=pread:$n:short FAULT_CHUNK=1000 FAULT_FD=9 nst-import --force "$BUILD/sample.nsys-rep" "$tmp/out.sqlite" 9>"$tmp/fault" 2>/dev/null
done
rm "$tmp/out.sqlite"
terminal "sh '$tmp/slowly' pread:$((n - 1)) nst-import '$BUILD/sample.nsys-rep' '$tmp/out.sqlite'"
shown nst-import sample.nsys-rep
is "$(screen | grep -c -v '^nst-import: ')" 0 'nst-import: messages stay'

nst-merge --align none "$tmp/events" >"$tmp/want"
terminal "sh '$tmp/slowly' read:9 nst-merge --align none '$tmp/events' >'$tmp/out'"
same "$tmp/out" "$tmp/want" 'nst-merge: the stream'
shown nst-merge events
cp "$tmp/events" "$tmp/events2"
terminal "sh '$tmp/slowly' read:9 nst-merge --align none '$tmp/events' '$tmp/events2' >'$tmp/out'"
shown nst-merge '2 inputs'
terminal "cat '$tmp/events' | sh '$tmp/slowly' read:9 nst-merge --align none - '$tmp/events2' >'$tmp/out'"
like "$(cat "$tmp/tty")" 'nst-merge: 2 inputs: [0-9]+ events, [0-9]+ events/s' 'nst-merge: of a pipe nobody knows how long it is'
terminal "sh '$tmp/slowly' read:9 nst-merge --align none '$tmp/events'"
is "$(lines | grep -c 'events/s')" 0 'nst-merge: the stream on the terminal itself: no line'

# Two programs on one terminal: the message of one never stands behind the line of the other.
terminal "nst-dump --progress '$(profile sample)' | { sleep 0.5; nst-link >/dev/null; }"
is "$(screen | grep -c '^nst-link: stdin: thread')" 1 'a message of the next program has a line of its own'
is "$(lines | grep -c 'events.*nst-link')" 0 'and takes that of the first away'

finish
