#!/bin/sh
# SPDX-License-Identifier: MIT
# What exists: nst-convert keeps what it did not make, replaces what it did, and skips what is up to
# date; --force makes all of it.
. tests/tap.sh
. tests/nst-convert/convert.sh

kept='exists, and was not made from it by nst-convert: kept \(see --force\)$'

# keeps FILE DESCRIPTION ARGUMENT...: nst-convert fails, since the file is not its own, and leaves
# all as it was.
keeps() {
	file=$1 what=$2
	shift 2
	before=$(here) sum=$(cksum <"$file")
	run nst-convert "$@"
	like "$status $(tail -n 1 "$tmp/err")" "^1 nst-convert: [^ ]+: $file: $kept" "$what: said"
	is "$(here) $(cksum <"$file")" "$before $sum" "$what: all as it was"
}

# remade FILE DESCRIPTION ARGUMENT...: nst-convert writes the file.
remade() {
	file=$1 what=$2
	shift 2
	run nst-convert "$@"
	is "$status $(wrote) $(messages)" "0 $file " "$what: made again"
}

# skipped FILE DESCRIPTION ARGUMENT...: nst-convert does not touch the file, and says so.
skipped() {
	file=$1 what=$2
	shift 2
	before=$(stat -c '%i %.9Y' "$file")
	run nst-convert "$@"
	like "$status $(said)" "^0 nst-convert: [^ ]+: ([^ ]*/)?$file is up to date\$" \
		"$what: said"
	is "$(stat -c '%i %.9Y' "$file")" "$before" "$what: not touched"
}

# A file of somebody else.
fresh
cp "$sample" run.sqlite
echo mine >run.json
keeps run.json 'a file of somebody else' run.sqlite
touch -d '1 hour ago' run.json
keeps run.json 'one older than the input' run.sqlite
: >run.json
keeps run.json 'an empty one' run.sqlite
nst-chrome --object "$tmp/sample.ndjson" >run.json
keeps run.json 'a trace that the pipeline wrote' run.sqlite
ln -sf victim run.json
echo mine >victim
keeps run.json 'a link' run.sqlite
is "$(cat victim)" mine 'a link: what it leads to'
rm victim
run nst-convert run.sqlite
like "$status $(said)" "^1 nst-convert: run.sqlite: run.json: $kept" \
	'a link to nothing: kept'
ok 'a link to nothing: still one' test -h run.json
echo mine >victim
remade run.json '--force' --force run.sqlite
is "$(cat victim)" mine '--force: not through the link'
same run.json "$tmp/sample.json" '--force: the trace'
echo mine >run.ndjson
keeps run.ndjson 'one of two formats' --to chrome,ndjson run.sqlite
keeps run.ndjson '-o' --to ndjson -o run run.sqlite
keeps run.ndjson '-o with the suffix' --to ndjson -o run.ndjson run.sqlite

# Its own.
fresh
cp "$sample" run.sqlite
run nst-convert run.sqlite
skipped run.json 'made before' run.sqlite
skipped run.json 'made before, found from elsewhere' "$PWD/../${PWD##*/}/run.sqlite"
remade run.json '--force' run.sqlite --force
remade run.json 'other options' run.sqlite --type kernel
skipped run.json 'other options, again' --type=kernel run.sqlite
remade run.json 'without them' run.sqlite
touch run.sqlite
remade run.json 'a newer input' run.sqlite
touch -d '2 hours ago' run.sqlite
remade run.json 'an older input' run.sqlite
touch -d '1 minute ago' run.json
keeps run.json 'touched since' run.sqlite
remade run.json 'touched since, --force' --force run.sqlite
cp run.json keep.json
touch -d '1 minute ago' keep.json
cp -p keep.json run.json
keeps run.json 'copied over' run.sqlite
nst-convert --force run.sqlite 2>/dev/null
cp -p run.json keep.json
mv keep.json run.json
skipped run.json 'another file, alike to the nanosecond' run.sqlite
mkdir moved
mv run.json run.sqlite .nst-convert moved
skipped moved/run.json 'moved with the folder' moved/run.sqlite
rm -r moved/.nst-convert
keeps moved/run.json 'without its notes' moved/run.sqlite

# A report: itself, or its export.
fresh
makereport run.nsys-rep
run nst-convert run.nsys-rep
skipped run.json 'of a report' run.nsys-rep
run nst-convert --keep-sqlite run.nsys-rep
is "$status $(wrote) $(messages)" '0 run.sqlite nst-convert: run.nsys-rep: run.json is up to date' \
	'the export is made for itself'
remade run.json 'from the export now' run.nsys-rep
skipped run.json 'from the export, again' run.nsys-rep
skipped run.json 'named as the export' run.sqlite
touch run.nsys-rep
run nst-convert --keep-sqlite run.nsys-rep
is "$status $(wrote) $(messages)" '0  nst-convert: run.nsys-rep: run.json is up to date' \
	'a newer report of the same capture: nothing is made again'
another run.sqlite
touch run.sqlite
keeps run.sqlite 'the export of another capture' --keep-sqlite run.nsys-rep
run nst-convert --keep-sqlite --force run.nsys-rep
is "$status $(wrote)" '0 run.sqlite run.json' '... unless --force is given: both are made again'
run nst-convert --keep-sqlite run.nsys-rep
is "$status $(wrote)" '0 ' 'and are up to date'
run nst-convert --to sqlite --force run.nsys-rep
is "$status $(wrote)" '0 run.sqlite' '--force exports again'
another run.sqlite
for option in --keep-sqlite '--step sqlite' '--to sqlite,ndjson'; do
	# shellcheck disable=SC2086 # words
	keeps run.sqlite "another capture of somebody else, $option" $option run.nsys-rep
done
run nst-convert run.nsys-rep
is "$status $(wrote) $(messages)" \
	'0 run.json nst-convert: run.nsys-rep: run.sqlite is not used: it is of another host' \
	'it is not in the way of a trace'
cp "$sample" run.sqlite
touch -d '1 hour ago' run.sqlite
run nst-convert --keep-sqlite run.nsys-rep
is "$status $(wrote)" '0 run.json' 'the same capture by somebody else is used, and kept'

# By nsys.
fresh
standin run.nsys-rep
run nst-convert --export nsys run.nsys-rep
skipped run.json 'by nsys' --export nsys run.nsys-rep
is "$(calls)" 1 'by nsys: no second export'
cp "$sample" run.sqlite
touch -d '1 hour ago' run.sqlite
keeps run.sqlite 'an old export of somebody else' --export nsys --keep-sqlite run.nsys-rep
is "$(calls)" 1 'an old export of somebody else: said before nsys is called'
makereport run.nsys-rep
run nst-convert run.nsys-rep
is "$status $(wrote)" '0 run.json' 'no longer by nsys: made again'

# -o: one name for two inputs.
fresh
cp "$sample" a.sqlite
cp "$sample" b.sqlite
mkdir out
remade out/t.json '-o' -o out/t a.sqlite
skipped out/t.json '-o again' -o out/t a.sqlite
keeps out/t.json '-o for another input' -o out/t b.sqlite
mkdir sub
mv b.sqlite sub/a.sqlite
keeps out/t.json '-o for another input of the name' -o out/t sub/a.sqlite

# Somebody else is faster.
fresh
standin run.nsys-rep
printf '%s\n' '#!/bin/sh' 'echo mine >run.json' 'exec "$0.real" "$@"' >"$tmp/bin/faster"
cp "$tmp/bin/nsys" "$tmp/bin/faster.real"
chmod +x "$tmp/bin/faster"
run env NSYS="$tmp/bin/faster" nst-convert --export nsys run.nsys-rep
like "$status $(tail -n 1 "$tmp/err")" "^1 nst-convert: run.nsys-rep: run.json: $kept" \
	'a file that appears meanwhile: said'
is "$(cat run.json) $(here)" 'mine run.json run.nsys-rep' 'a file that appears meanwhile: kept'

# A folder is resumed.
fresh
for n in 1 2 3; do
	makereport $n.nsys-rep
done
standin 2.nsys-rep
run nst-convert .
is "$status $(wrote)" '1 1.json 3.json' 'a folder: one fails'
makereport 2.nsys-rep
run nst-convert .
is "$status $(wrote) $(grep -c ' is up to date$' "$tmp/err")" '0 2.json 2' \
	'a folder: only that is made'
run nst-convert --force .
is "$status $(wrote)" '0 1.json 2.json 3.json' 'a folder: --force makes all'
fresh
for n in 1 2; do
	cp "$sample" $n.sqlite
	echo mine >$n.json
done
run nst-convert .
is "$status $(tail -n 1 "$tmp/err") $(cat 1.json 2.json | paste -s -d ' ')" \
	'1 nst-convert: 2 files, 2 failed mine mine' 'a folder of files of somebody else'

# Where notes belong is something else: nothing is written through it, and what is made counts as
# somebody else's, which is said.
said="nst-convert: run.sqlite: run.json: the next run will not replace it: no note was written: "
for what in 'ln -s ../elsewhere' ':>'; do
	fresh
	mkdir ../elsewhere
	cp "$sample" run.sqlite
	eval "$what .nst-convert"
	run nst-convert run.sqlite
	is "$status $(wrote) $(messages | cut -c "-${#said}")" "0 run.json $said" \
		"notes: $what: said"
	is "$(ls -A ../elsewhere)" '' "notes: $what: nothing there"
	keeps run.json "notes: $what: the next run" run.sqlite
	rmdir ../elsewhere
done

finish
