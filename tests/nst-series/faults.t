#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-series when a program that it calls fails, the disk is full or a signal comes: it fails too, and says so; what was there stays, and no half-made file appears.
. tests/tap.sh
. tests/nst-convert/convert.sh

# broken PROGRAM: does what the real one does, writes half of what it says or copies, and fails.
broken() {
	rm -rf "$tmp/broken"
	mkdir "$tmp/broken"
	case $1 in
	cp) echo "head -c 10 \"\$1\" >\"\$2\"" ;;
	mv | gnuplot) ;;
	*) echo "\"$(command -v "$1")\" \"\$@\" | head -c 10" ;;
	esac >"$tmp/broken/what"
	{
		echo '#!/bin/sh'
		cat "$tmp/broken/what"
		echo "echo '$1: No space left on device' >&2"
		echo 'exit 3'
	} >"$tmp/broken/$1"
	chmod +x "$tmp/broken/$1"
}

# fails DESCRIPTION COMMAND...: a failure with a message; the files are those of before.
fails() {
	what=$1
	shift
	before=$(here)
	sum=$(cksum x.*)
	run "$@"
	is "$status" 1 "$what: fails"
	like "$(cat "$tmp/err")" '^nst-series: .' "$what: says so"
	is "$(here) $(cksum x.*)" "$before $sum" "$what: what was there stays, alone"
}

fresh
cp "$sample" a1.sqlite
cp "$sample" a2.sqlite
run nst-series --from 'a1.sqlite a2.sqlite' -o x --event '^Layer'
is "$status" 0 'all is well'
cp "$BUILD/bin/nst-series" "$tmp/nst-series"

for program in nst-dump nst-link nst-sum cat cp mv; do
	broken $program
	# the programs beside the script come before those on PATH
	cp "$tmp/nst-series" "$tmp/broken/"
	fails "$program fails" env PATH="$tmp/broken:$PATH" "$tmp/broken/nst-series" --from 'a1.sqlite a2.sqlite' -o x --event '^Layer'
done
if command -v gnuplot >/dev/null; then
	broken gnuplot
	rm x.tsv
	cp x.svg before.svg
	run env PATH="$tmp/broken:$PATH" nst-series --from 'a1.sqlite a2.sqlite' -o x --event '^Layer'
	like "$status $(cat "$tmp/err")" '^1 nst-series: x.svg: not drawn: gnuplot: No space left on device' 'gnuplot fails: said'
	same x.svg before.svg 'gnuplot fails: the picture of before stays'
	ok 'gnuplot fails: the table is there' test -s x.tsv
	rm before.svg
fi
fails 'a full disk' sh -c "trap '' XFSZ; ulimit -f 100; exec nst-series --from 'a1.sqlite a2.sqlite' -o x --event '^Layer'"
fails 'a profile that is not there' nst-series --from 'a1.sqlite a2.sqlite a3.sqlite' -o x --event '^Layer'

# One of several that cannot be added up: the others are in the table, and it fails.
head -c 100000 "$sample" >a3.sqlite
run nst-series --from 'a1.sqlite a2.sqlite a3.sqlite' -o x --event '^Layer'
is "$status $(cut -f 3 x.tsv | sort -u | paste -s -d ' ')" '1 1 2 value' 'a profile that was cut: the others are in the table'
like "$(cat "$tmp/err")" '^nst-series: a3.sqlite: not added up: nst-dump: a3.sqlite: truncated' 'a profile that was cut: said'
finish
