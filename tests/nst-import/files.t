#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-import is called with, and the file that it writes: whole or not there, and no other file
# touched.
. tests/tap.sh
. tests/nst-import/reports.sh

cd "$tmp" || exit
mkdir work
cp "$BUILD/sample.nsys-rep" run.nsys-rep
nst-import run.nsys-rep whole.sqlite 2>said

# beside: what is in the folder.
beside() {
	ls -A work | paste -s -d ' '
}

# refused STATUS PATTERN ARGUMENT...: nothing is written but a message.
refused() {
	want=$1 pattern=$2
	shift 2
	run nst-import "$@"
	like "$status $(cat out err)" "^$want nst-import: $pattern" "refused: nst-import $*"
	is "$(beside)" '' "refused: nst-import $*: nothing left behind"
}
refused 2 'no report named'
refused 2 'no name for the database' run.nsys-rep
refused 2 'name one report and one database' run.nsys-rep work/a work/b
refused 2 '-: a database cannot go to a pipe: name a file' run.nsys-rep -
refused 2 '.*--nope' --nope run.nsys-rep work/a
refused 2 '.*--force' --force=1 run.nsys-rep work/a
refused 1 'none.nsys-rep: No such file or directory' none.nsys-rep work/a
refused 1 'work: not a regular file: nst reads a report from its end' work work/a
refused 1 '/dev/null: not a regular file: nst reads a report from its end' /dev/null work/a
refused 1 'work/none/a.sqlite.*: No such file or directory' run.nsys-rep work/none/a.sqlite
refused 1 'work: not a file' run.nsys-rep work
refused 1 '/dev/null: not a file' --force run.nsys-rep /dev/null
refused 1 '/proc/a.sqlite' run.nsys-rep /proc/a.sqlite
if [ "$(id -u)" -ne 0 ]; then
	chmod a-w work
	refused 1 'work/a.sqlite.*: Permission denied' run.nsys-rep work/a.sqlite
	chmod u+w work
fi

# Files that are no reports; the message knows what some are.
: >empty
echo 'NVIDIA Tegra Profiler' >text
cp run.nsys-rep capture.qdstrm
printf 'X' | dd of=capture.qdstrm conv=notrunc 2>dd.err
refused 1 'empty: the file is empty' empty work/a
refused 1 'text: not an Nsight Systems report: it does not begin as one' text work/a
cp text text.ncu-rep
refused 1 'text.ncu-rep: a report of Nsight Compute, not of Nsight Systems' text.ncu-rep work/a
cp text text.nsys-rep
refused 1 'text.nsys-rep: named like a report of Nsight Systems, but not one' text.nsys-rep work/a
refused 1 'whole.sqlite: an SQLite database, not a report' whole.sqlite work/a
refused 1 'capture.qdstrm: not a report yet; make one with: QdstrmImporter -i capture.qdstrm' \
	capture.qdstrm work/a

# wrote DESCRIPTION FILE: a run was good, and wrote what is expected under that name alone.
wrote() {
	is "$status $(cat out) $(beside)" "0  ${2#work/}" "$1: written, and nothing beside it"
	same "$2" whole.sqlite "$1: what is in it"
	rm -f "$2"
}
for name in 'a b.sqlite' 'file:a?mode=ro' "it's;.sqlite" é.sqlite; do
	run nst-import run.nsys-rep "work/$name"
	wrote "a file called $name" "work/$name"
done
(cd work && run nst-import -- ../run.nsys-rep -a.sqlite)
run true
wrote 'a file called -a.sqlite' work/-a.sqlite
run sh -c 'nst-import -v - work/a.sqlite <run.nsys-rep'
wrote 'a report that is standard input' work/a.sqlite
is "$(sed 's/: .*//' err | sort -u)" nst-import 'a report that is standard input: said'
like "$(cat err)" '^nst-import: stdin: not imported' 'a report that is standard input: its name'
run sh -c 'cat run.nsys-rep | nst-import - work/a.sqlite'
like "$status $(cat err)" '^1 nst-import: stdin: not a regular file: nst reads a report from its end$' \
	'a pipe'
run nst-import run.nsys-rep work/a.sqlite
cp err again
wrote 'once more' work/a.sqlite
same again said 'the same is said every time'

# What is there is replaced only if that is asked for.
echo 'from before' >before
# keeps PATTERN WHAT ARGUMENT...: it fails, says so, and leaves what is there.
keeps() {
	pattern=$1 what=$2
	shift 2
	run nst-import "$@"
	like "$status $(cat err)" "^1 nst-import: $pattern" "$what: said"
	is "$(beside)" a.sqlite "$what: nothing left behind"
	same work/a.sqlite before "$what: it is there as before"
}
cp before work/a.sqlite
keeps 'work/a.sqlite: it is there already; --force replaces it' 'a file that is there' \
	run.nsys-rep work/a.sqlite
keeps 'text: not an' 'a failure with --force' --force text work/a.sqlite
run nst-import --force run.nsys-rep work/a.sqlite
wrote '--force' work/a.sqlite
ln -s nowhere work/a.sqlite
run nst-import run.nsys-rep work/a.sqlite
like "$status $(cat err)" '^1 nst-import: work/a.sqlite: it is there already' 'a link to nothing'
is "$(beside)" a.sqlite 'a link to nothing: nothing left behind'
rm work/a.sqlite
ln run.nsys-rep linked.nsys-rep
for name in run.nsys-rep linked.nsys-rep; do
	run nst-import --force run.nsys-rep $name
	like "$status $(cat err)" "^1 nst-import: $name: it is the report itself" \
		"$name is the report"
	same $name "$BUILD/sample.nsys-rep" "$name is the report: it is there as before"
done

# A disk that is full, and signals.
run sh -c 'ulimit -f 100; exec nst-import run.nsys-rep work/a.sqlite'
ok 'no more room: it fails' test "$status" -ne 0
is "$(beside)" '' 'no more room: nothing left behind'
run sh -c 'trap "" XFSZ; ulimit -f 100; exec nst-import run.nsys-rep work/a.sqlite'
like "$status $(cat err)" '^1 nst-import: work/a.sqlite.*: File too large$' \
	'no more room: it says so'
is "$(beside)" '' 'no more room, and said: nothing left behind'
cp before work/a.sqlite
run sh -c 'trap "" XFSZ; ulimit -f 100; exec nst-import --force run.nsys-rep work/a.sqlite'
like "$status $(cat err)" '^1 nst-import: .*: File too large$' 'no more room for a new one: said'
same work/a.sqlite before 'no more room for a new one: the old one is there'
is "$(beside)" a.sqlite 'no more room for a new one: nothing else'
rm work/a.sqlite

# Output of its own.
for option in --help --version --tables; do
	run sh -c "nst-import $option >/dev/full"
	like "$status $(cat err)" '^1 nst-import: standard output: No space left' "$option, no room"
done
run nst-import --tables
is "$status $(wc -c <err)" '0 0' '--tables: exit status'
is "$(awk -F '\t' 'NF != 9 || $1 == "" || $9 == ""' out)" '' '--tables: lines of nine fields'
for table in $(tables whole.sqlite | grep -v -e '^ENUM_' -e META_DATA); do
	columns whole.sqlite "$table" | cut -d '|' -f 2 | sort >want
	awk -F '\t' -v table="$table" '$1 == table { print $2 }' out | sort -u >got
	is "$(comm -23 want got)" '' "--tables: it has all columns of $table"
done
is "$(awk -F '\t' '{ print $8 }' out | sort -u | paste -sd ,)" 'likely,proven,proven for 0' \
	'--tables: how well it is known'
is "$(awk -F '\t' '$8 == "proven" && $9 !~ /pair/ || $8 == "proven for 0" && $9 !~ /0/' out)" '' \
	'--tables: what is proven was shown by pairs, or was 0'
finish
