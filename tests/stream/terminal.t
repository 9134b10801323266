#!/bin/sh
# SPDX-License-Identifier: MIT
# What programs do where somebody sits before a terminal.
. tests/tap.sh
. tests/terminal.sh
needterminal

nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/events" 2>/dev/null
for program in $relays $viewers nst-sum nst-step nst-path nst-replay nst-advise; do
	[ "$program" != nst-perfetto ] || program="$program >$tmp/out"
	terminal "$program"
	is "$status $(head -n 1 "$tmp/tty")" "1 ${program%% *}: reading a stream from the terminal; see nst(7)" "${program%% *}: says what it waits for"
	is "$(grep -c 'reading a stream' "$tmp/tty")" 1 "${program%% *}: once"
done
terminal 'nst-filter --from -1s'
is "$(grep -c 'reading a stream' "$tmp/tty")" 1 'read twice: once'
terminal "nst-filter $tmp/events >$tmp/out"
is "$status $(cat "$tmp/tty")" '0 ' 'a file: not a word'
terminal "cat $tmp/events | nst-filter >$tmp/out"
is "$status $(cat "$tmp/tty")" '0 ' 'a pipe: not a word'

terminal "nst-perfetto $tmp/events"
is "$status $(head -n 1 "$tmp/tty")" '2 nst-perfetto: the output is binary, which no terminal shows: add > FILE' \
	'nst-perfetto: no trace on a terminal'
terminal "nst-page $tmp/events"
is "$status $(head -n 1 "$tmp/tty")" '2 nst-page: the output is a page, which no terminal shows: add > FILE' 'nst-page: no page on a terminal'
terminal "nst-perfetto $tmp/events | cat >$tmp/out"
is "$status $(cat "$tmp/tty")" '0 ' '... but into a pipe'
terminal "nst-fold --pprof $tmp/events"
is "$status $(head -n 1 "$tmp/tty")" '2 nst-fold: the output is binary, which no terminal shows: add > FILE' \
	'nst-fold --pprof: no profile on a terminal'
terminal "nst-fold $tmp/events"
is "$status" 0 'nst-fold: stacks are text'
terminal "nst-chrome $tmp/events | head -c 1"
is "$status" 0 'nst-chrome: text may be looked at'

finish
