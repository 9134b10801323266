#!/bin/sh
# SPDX-License-Identifier: MIT
# How far a report is read is shown on a terminal only, and the line is gone before anything else is
# said; of reports that are damaged, too.
. tests/tap.sh
. tests/terminal.sh
. tests/faults/faults.sh
. tests/stream/slowly.sh
cd "$tmp" || exit

# Twelve blocks of 7,000 calls. One call of "lacking" has no name: that is found when it is written.
calls() {
	sqlite3 -batch -bail "$1.sqlite" <<-END
		CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
		INSERT INTO StringIds VALUES (0, 'cudaFree');
		CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
		INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2025.3.2.1');
		CREATE TABLE CUPTI_ACTIVITY_KIND_RUNTIME(start, end, eventClass, globalTid,
			correlationId, nameId, returnValue);
		WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 84000)
			INSERT INTO CUPTI_ACTIVITY_KIND_RUNTIME
			SELECT i * 1000, i * 1000 + i * 7919 % 1000, 0, 3, i, $2, 0 FROM n;
	END
	nst-mkreport --quiet "$1.sqlite" "$1.nsys-rep"
}
calls run 0
calls lacking 'CASE WHEN i <> 42000 THEN 0 END'

# What is on disk is damaged in one of the last blocks: that is found when all is
# looked through.
cp run.nsys-rep cut.nsys-rep
printf 'NO BLOCK AT ALL' |
	dd of=cut.nsys-rep bs=1 seek=$(($(wc -c <run.nsys-rep) * 8 / 10)) conv=notrunc 2>log

nst-dump run.nsys-rep >want 2>want.err
nst-dump lacking.nsys-rep >lacking 2>lacking.err
nst-dump cut.nsys-rep >none 2>none.err
why='broken, and left out: CUPTI_ACTIVITY_KIND_RUNTIME 1 without nameId'
is "$(cat want.err lacking.err)" "nst-dump: lacking.nsys-rep: $why" \
	'a report, and one with a broken row'
like "$(cat none.err)" '^nst-dump: cut.nsys-rep: malformed: .* \(byte [0-9]+\)$' \
	'one with a broken block'

# unseen COMMAND: runs it, with a terminal for its standard error if there is any. What a terminal
# got is in $tmp/tty.
unseen() {
	if [ -z "$noterminal" ]; then
		terminal "$1"
	else
		status=0
		sh -c "$1" >./tty 2>&1 </dev/null || status=$?
	fi
}

# Standard error is no terminal: as if nobody had asked.
for name in 'run 0 want' 'lacking 1 lacking' 'cut 1 none'; do
	# shellcheck disable=SC2086 # words
	set -- $name
	for readers in 1 2; do
		unseen "nst-dump -j $readers --progress $1.nsys-rep >out 2>err"
		is "$status $(cat tty)" "$2 " "nst-dump -j $readers $1: no terminal"
		same out "$3" "nst-dump -j $readers $1: no terminal: the stream"
		same err "$3.err" "nst-dump -j $readers $1: no terminal: what is said"
	done
done

# nst-import prints its messages alone, too.
nst-import run.nsys-rep want.sqlite 2>want.err
unseen 'nst-import run.nsys-rep out.sqlite 2>err'
is "$status $(cat tty)" '0 ' 'nst-import: no terminal'
same err want.err 'nst-import: no terminal: what is said'
same out.sqlite want.sqlite 'nst-import: no terminal: the export'
rm out.sqlite
if [ -n "$noterminal" ]; then
	skip "$noterminal" 'the same on a terminal'
	finish
fi

# Standard error is a terminal.
for readers in 1 2; do
	terminal "nst-dump -j $readers --progress run.nsys-rep >out"
	is "$status $(screen)" '0 ' "nst-dump -j $readers: nothing stays"
	like "$(lines)" '^nst-dump: run.nsys-rep: 0 of 84000 events, 0 %' \
		"nst-dump -j $readers: how far"
	same out want "nst-dump -j $readers: the stream"
	terminal "nst-dump -j $readers --progress lacking.nsys-rep >out"
	is "$status $(screen)" "1 $(cat lacking.err)" \
		"nst-dump -j $readers lacking: the message stays"
	like "$(lines)" '^nst-dump: lacking.nsys-rep: 0 of 83999 events, 0 %' \
		"nst-dump -j $readers lacking: how far"
	is "$(lines | grep -c '0 of .*broken')" 0 \
		"nst-dump -j $readers lacking: the line is gone before it"
done
terminal 'nst-dump --progress run.nsys-rep | { sleep 0.5; cat >out; }'
like "$(lines)" '^nst-dump: run.nsys-rep: [1-9][0-9]* of 84000 events, [1-9][0-9]* %, [0-9]+ ev' \
	'nst-dump: the line is renewed'
same out want 'nst-dump: the stream, to who takes his time'

# shortof COMMAND...: which of its reads is a few blocks before the damage.
shortof() {
	n=0
	while [ "$n" -eq 0 ] || [ -s fault ]; do
		n=$((n + 1))
		LD_PRELOAD=$FAULT_LIBRARY FAULT=pread:$n:short FAULT_FD=9 "$@" >out 2>err 9>fault
	done
	echo $((n - 5))
}

# A look that takes longer than a second.
reads=$(shortof nst-dump -j 1 cut.nsys-rep)
for readers in 1 2; do
	terminal "sh '$tmp/slowly' pread:$reads nst-dump -j $readers --progress run.nsys-rep >out"
	is "$status $(screen)" '0 ' "nst-dump -j $readers, a long look: nothing stays"
	same out want "nst-dump -j $readers, a long look: the stream"
	shown nst-dump run.nsys-rep
	is "$(lines | sed -n 's/^nst-dump: .*events, 0 %.*/counted/p
		s/^nst-dump: .*, [1-9][0-9]* %, .*/looked/p' | uniq | paste -sd ' ')" \
		'looked counted' "nst-dump -j $readers, a long look: first that, then the events"
	terminal "sh '$tmp/slowly' pread:$reads nst-dump -j $readers --progress cut.nsys-rep >out"
	is "$status $(screen)" "1 $(cat none.err)" "nst-dump -j $readers, damage: the message stays"
	same out none "nst-dump -j $readers, damage: no stream"
	shown nst-dump cut.nsys-rep
	is "$(lines | grep -c 'events.*malformed')" 0 \
		"nst-dump -j $readers, damage: the line is gone before it"
done

# nst-import shows it unasked.
reads=$(shortof nst-import cut.nsys-rep out.sqlite)
terminal "sh '$tmp/slowly' pread:$reads nst-import run.nsys-rep out.sqlite"
is "$status $(screen)" "0 $(cat want.err)" 'nst-import: messages stay'
shown nst-import run.nsys-rep
same out.sqlite want.sqlite 'nst-import: the export'
rm out.sqlite
terminal "sh '$tmp/slowly' pread:$reads nst-import run.nsys-rep out.sqlite 2>err"
is "$status $(cat tty)" '0 ' 'nst-import, a long look: no terminal'
same err want.err 'nst-import, a long look: no terminal: what is said'
rm out.sqlite
terminal "sh '$tmp/slowly' pread:$reads nst-import cut.nsys-rep out.sqlite"
is "$status $(screen)" "1 $(sed 's/^nst-dump/nst-import/' none.err)" \
	'nst-import, damage: the message stays'
shown nst-import cut.nsys-rep
is "$(lines | grep -c 'events.*malformed')" 0 'nst-import, damage: the line is gone before it'
is "$(find . -name 'out.sqlite*')" '' 'nst-import, damage: no export'
finish
