#!/bin/sh
# SPDX-License-Identifier: MIT
# On a terminal nst-convert shows how far it is, and leaves only messages there.
. tests/tap.sh
. tests/terminal.sh
needterminal
. tests/nst-convert/convert.sh

fresh
makereport run.nsys-rep
terminal 'nst-convert run.nsys-rep'
is "$status" 0 'one file'
same run.json "$tmp/report.json" 'one file: the trace'
like "$(cat "$tmp/tty")" 'nst-dump: run.nsys-rep: 0 of [0-9]+ events, 0 %' 'one file: how far it is'
screen >"$tmp/err"
is "$(said)" 'nst-convert: run.nsys-rep: wrote run.json' 'one file: what stays'
standin run.nsys-rep
terminal 'nst-convert --export nsys --force run.nsys-rep'
is "$(screen | grep -v 'waits in a range')" "nst-convert: run.nsys-rep: $tmp/bin/nsys export
nst-convert: run.nsys-rep: wrote run.json" 'by nsys: what stays'
makereport run.nsys-rep
terminal 'nst-convert --to sqlite --force run.nsys-rep'
is "$status $(screen | tail -n 1)" '0 nst-convert: run.nsys-rep: wrote run.sqlite' 'nst-import: what stays'
is "$(screen | grep -c '^nst-import: [^ ]*run.nsys-rep: ')" "$(screen | grep -c nst-import)" 'nst-import: it has the terminal, to show how far it is'
rm run.sqlite
head -c 50000 "$sample" >cut.sqlite
terminal 'nst-convert cut.sqlite'
is "$status $(screen)" "1 nst-convert: cut.sqlite: not converted: nst-dump: ./cut.sqlite: truncated: 50000 bytes of $(wc -c <"$sample")" 'a failure'

# Reports that are damaged: on disk, which is found before an event is written, and a row of them,
# which is found when all others are. What is said is what nst-dump says.
sqlite3 -batch -bail lacking.sqlite <"$top/tests/nst-dump/lacking.sql"
nst-mkreport --quiet lacking.sqlite lacking.nsys-rep
rm lacking.sqlite
rm cut.sqlite
makereport cut.nsys-rep
printf 'NO BLOCK AT ALL' |
	dd of=cut.nsys-rep bs=1 seek=$(($(wc -c <cut.nsys-rep) / 2)) conv=notrunc 2>"$tmp/dd"
for name in cut lacking; do
	nst-dump "./$name.nsys-rep" 2>&1 >"$tmp/dumped" | tail -n 1 >"$tmp/why"
	terminal "nst-convert $name.nsys-rep"
	is "$status $(screen)" "1 nst-convert: $name.nsys-rep: not converted: $(cat "$tmp/why")" \
		"$name: what stays"
	ok "$name: no trace" test ! -e "$name.json"
	terminal "nst-convert $name.nsys-rep 2>'$tmp/err'"
	is "$status $(cat "$tmp/tty")" '1 ' "$name, no terminal: nothing is shown"
	is "$(cat "$tmp/err")" "nst-convert: $name.nsys-rep: not converted: $(cat "$tmp/why")" \
		"$name, no terminal: what is said"
done
like "$(cat "$tmp/why")" 'broken, and left out' 'lacking: a row'
terminal 'nst-convert lacking.nsys-rep'
like "$(cat "$tmp/tty")" 'nst-dump: lacking.nsys-rep: 0 of 1 events' 'lacking: how far it was'
terminal "nst-convert --force run.nsys-rep 2>'$tmp/err'"
is "$status $(cat "$tmp/tty")" '0 ' 'no terminal: nothing is shown'
is "$(said)" 'nst-convert: run.nsys-rep: wrote run.json' 'no terminal: what is said'
rm cut.nsys-rep lacking.nsys-rep

cp "$sample" other.sqlite
terminal 'nst-convert --force run.nsys-rep other.sqlite'
is "$status $(screen | tail -n 1)" '0 nst-convert: 2 files, 0 failed' 'several files'
is "$(grep -o 'nst-dump: [a-z.-]*: 0 of [0-9]* events' "$tmp/tty" | wc -l)" 2 \
	'several files: each shows how far it is'
finish
