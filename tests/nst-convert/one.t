#!/bin/sh
# SPDX-License-Identifier: MIT
# One file through nst-convert: what is written, where, from which export, and nothing beside it.
. tests/tap.sh
. tests/nst-convert/convert.sh

# leaves FILES DESCRIPTION: the run went well, said nothing but what it wrote, and these are the
# files in the folder.
leaves() {
	is "$status $(messages)" '0 ' "$2: done"
	is "$(here)" "$1" "$2: files"
}

for help in -h --help; do
	run nst-convert $help
	like "$status $(cat "$tmp/out")" '^0 usage: nst-convert' "$help"
done
run nst-convert --version
is "$status $(cat "$tmp/out")" "0 nst-convert $(cat "$top/VERSION")" '--version'

# The format is that of the name.
for pair in x.pftrace=perfetto x.pftrace.gz=perfetto x.ndjson=ndjson x.json.gz=chrome x.sqlite=sqlite x.json=chrome; do
	fresh
	makereport run.nsys-rep
	name=${pair%=*}
	gzip=''
	[ "${name%.gz}" = "$name" ] || gzip=--gzip
	run nst-convert -o "$name" run.nsys-rep
	leaves "run.nsys-rep $name" "-o $name"
	mv "$name" "$tmp/named"
	if [ "${pair#*=}" = sqlite ]; then
		cp "$tmp/import.sqlite" "$tmp/want"
	else
		nst-convert --to "${pair#*=}" $gzip -o - run.nsys-rep >"$tmp/want" 2>"$tmp/err"
	fi
	case $name in
	*.gz) is "$(gzip -dc "$tmp/named" | cksum)" "$(gzip -dc "$tmp/want" | cksum)" "-o $name: ${pair#*=}" ;;
	*) same "$tmp/named" "$tmp/want" "-o $name: ${pair#*=}" ;;
	esac
done
fresh
makereport run.nsys-rep
run nst-convert --to chrome -o x.pftrace run.nsys-rep
leaves 'run.nsys-rep x.pftrace.json' '--to decides, if it is given'

# Into a folder, which is made.
for words in '-o out/' '--output-dir out' '-oout//' '--output-dir=out/'; do
	fresh
	mkdir in
	makereport in/a.nsys-rep
	cp in/a.nsys-rep in/b.nsys-rep
	run nst-convert $words in/a.nsys-rep in/b.nsys-rep
	is "$status $(here)" '0 in in/a.nsys-rep in/b.nsys-rep out out/a.json out/b.json' "$words: many"
	cmp -s out/a.json out/b.json && same out/a.json "$tmp/report.json" "$words: the traces"
	run nst-convert $words in
	like "$(cat "$tmp/err")" 'in/a.nsys-rep: out/a.json is up to date' "$words: what is up to date is known"
done
mkdir other
cp in/a.nsys-rep other
run nst-convert -o out/ in/a.nsys-rep other/a.nsys-rep
like "$status $(cat "$tmp/err")" '^2 nst-convert: in/a.nsys-rep and other/a.nsys-rep would both be written to ./out/a\.\*' 'one name for two'
run nst-convert -o in/a.nsys-rep/ other/a.nsys-rep
like "$status $(cat "$tmp/err")" '^1 nst-convert: in/a.nsys-rep: not made: ' 'a folder that cannot be made'
fresh
makereport run.nsys-rep
run nst-convert -o out/ --keep-sqlite -i run.nsys-rep
is "$status $(here)" '0 out out/run.json out/run.sqlite run.nsys-rep' '-i, and an export that is kept there'
fresh
makereport run.nsys-rep
run nst-convert -s sqlite --input run.nsys-rep
is "$status $(here)" '0 run.nsys-rep run.sqlite' '-s is --step, --input names a file'

# A report.
fresh
makereport run.nsys-rep
run nst-convert run.nsys-rep
leaves 'run.json run.nsys-rep' 'a report'
is "$(said)" 'nst-convert: run.nsys-rep: wrote run.json' 'a report: what it wrote is said'
same run.json "$tmp/report.json" 'a report: the trace is that of the pipeline'
fresh
makereport run.qdrep
run nst-convert run.qdrep --keep-sqlite
leaves 'run.json run.qdrep run.sqlite' 'a .qdrep, --keep-sqlite'
same run.sqlite "$tmp/import.sqlite" '--keep-sqlite: the export, by nst-import'
same run.json "$tmp/report.json" '--keep-sqlite: the trace'
like "$(cat "$tmp/err")" '^nst-convert: run.qdrep: nst-import: ./run.qdrep: imported, but not proven ' \
	'--keep-sqlite: what nst-import says'
cp "$sample" run.sqlite
run nst-convert --force run.qdrep
same run.json "$tmp/sample.json" 'an export of the same capture is used'
touch -d '1 hour ago' run.sqlite
run nst-convert run.qdrep
same run.json "$tmp/sample.json" '... though it is older than the report'
another run.sqlite
run nst-convert run.qdrep
same run.json "$tmp/report.json" 'an export of another capture is not used'
is "$status $(wrote)" '0 run.json' 'and the trace is made again'
is "$(messages)" 'nst-convert: run.qdrep: run.sqlite is not used: it is of another host' \
	'... and one message says so'
another want
same run.sqlite want 'and the other export is left alone'
run nst-convert --keep-sqlite --force run.qdrep
is "$status $(wrote)" '0 run.sqlite run.json' 'unless a new one is to be kept'
same run.sqlite "$tmp/import.sqlite" 'which is then read'
cp "$sample" run.sqlite
mkdir links
ln -s ../run.qdrep links/a.qdrep
ln -s ../run.sqlite links/a.sqlite
run nst-convert links/a.qdrep
same links/a.json "$tmp/sample.json" 'links: the files behind them are compared'
rm links/a.json
another run.sqlite
run nst-convert links/a.qdrep
same links/a.json "$tmp/report.json" 'links: and the one of another capture'
is "$(calls)" 0 'nsys is called for none of it'

# By nsys, for who asks for it.
fresh
standin run.nsys-rep
run nst-convert --export nsys run.nsys-rep
leaves 'run.json run.nsys-rep' '--export nsys'
same run.json "$tmp/sample.json" '--export nsys: the trace is that of its export'
call='export --type sqlite --include-json true --force-overwrite true'
like "$(cat "$NSYS_LOG")" "^$call -o [^ ]+/run\.sqlite \./run\.nsys-rep\$" \
	'--export nsys: how nsys is called'
run nst-convert --export=nsys --keep-sqlite run.nsys-rep
same run.sqlite "$sample" '--export nsys --keep-sqlite: the export'
run nst-convert --export nsys --to ndjson run.nsys-rep
is "$status $(calls) $(messages)" \
	'0 3 nst-convert: run.nsys-rep: run.sqlite is not used: the report cannot be read' \
	'--export nsys: a report that cannot be compared is exported again'
fresh
makereport run.nsys-rep
run nst-convert --keep-sqlite run.nsys-rep
printf '%s\n' '#!/bin/sh' "cp '$sample' \"\$9\"" 'echo called >>"$NSYS_LOG"' >"$tmp/bin/serves"
chmod +x "$tmp/bin/serves"
NSYS=$tmp/bin/serves run nst-convert --export nsys --keep-sqlite run.nsys-rep
is "$status $(wrote) $(calls)" '0 run.sqlite run.json 1' \
	'--export nsys: an export of ours is not its'
same run.sqlite "$sample" '--export nsys: it takes the place of ours'
NSYS=$tmp/bin/serves run nst-convert --export nsys --to ndjson run.nsys-rep
is "$status $(wrote) $(calls)" '0 run.ndjson 1' '--export nsys: an export of the same capture is used'
NSYS=$tmp/bin/serves run nst-convert --export nsys --keep-sqlite run.nsys-rep
is "$status $(wrote) $(calls)" '0  1' '--export nsys: and is up to date'
run nst-convert --keep-sqlite run.nsys-rep
is "$status $(wrote) $(calls)" '0  1' 'an export of nsys is as good as ours'
fresh
standin run.nsys-rep
NSYS_OLD=1 run nst-convert --export nsys run.nsys-rep
leaves 'run.json run.nsys-rep' 'an nsys without --include-json'
is "$(calls)" 2 'an nsys without --include-json: asked without it'

# An export.
fresh
cp "$sample" run.sqlite
run nst-convert run.sqlite
leaves 'run.json run.sqlite' 'an export'
same run.json "$tmp/sample.json" 'an export: the trace'
is "$(calls)" 0 'an export: no nsys needed'
for name in 'a b' "it's" '"q"' '-x' 'a.b' '$(touch x)' 'é' 'new
line' '*' '%s' '\n' ';'; do
	fresh
	makereport "./$name.nsys-rep"
	run nst-convert -- "$name.nsys-rep"
	shown=$(printf '%s' "$name" | tr '\n' '|')
	is "$status" 0 "a report called $shown: done"
	same "./$name.json" "$tmp/report.json" "a report called $shown: the trace"
	mkdir "./$name"
	mv "./$name.nsys-rep" "./$name/"
	run nst-convert -- "$name"
	is "$status" 0 "a folder called $shown: done"
	same "./$name/$name.json" "$tmp/report.json" "a folder called $shown: the trace"
	is "$(find . -name .nst-convert -prune -o -type f -exec echo x \; | wc -l)" 3 \
		"a folder called $shown: nothing else"
done

# --to, -o and --gzip
fresh
makereport run.nsys-rep
run nst-convert --to chrome,ndjson --to sqlite run.nsys-rep
leaves 'run.json run.ndjson run.nsys-rep run.sqlite' 'several formats'
# The import that both are made of does not have what the report's dump skips.
sed 's/,"skipped":{.*}}$/}/' "$tmp/report.ndjson" >"$tmp/imported.ndjson"
same run.ndjson "$tmp/imported.ndjson" '--to ndjson: the linked stream'
same run.sqlite "$tmp/import.sqlite" '--to sqlite: the export'
fresh
mkdir in out
makereport in/run.nsys-rep
run nst-convert --gzip --to=ndjson,json,ndjson -o out/x in/run.nsys-rep
leaves 'in in/run.nsys-rep out out/x.json.gz out/x.ndjson.gz' '--gzip -o with two formats'
is "$(wrote)" 'out/x.ndjson.gz out/x.json.gz' '--gzip -o with two formats: said'
gzip -dc out/x.json.gz >got
same got "$tmp/report.json" '--gzip: the trace'
fresh
mkdir in out
makereport in/run.nsys-rep
run nst-convert in/run.nsys-rep -oout/t --gzip --keep-sqlite
leaves 'in in/run.nsys-rep out out/t.json.gz out/t.sqlite' \
	'-o: the suffix as with two formats, and the export beside the trace'
ok '--gzip -o: compressed' gzip -t out/t.json.gz
same out/t.sqlite "$tmp/import.sqlite" '--keep-sqlite -o: the export has the name of the trace'
rm out/t.sqlite
run nst-convert --to sqlite -o out/t in/run.nsys-rep
ok '--to sqlite -o: without one beside the report' cmp out/t.sqlite "$tmp/import.sqlite"
run nst-convert --to sqlite in/run.nsys-rep
run nst-convert --force --to sqlite -o out/t in/run.nsys-rep
same out/t.sqlite "$tmp/import.sqlite" '--to sqlite -o'
ok '--to sqlite -o: the one beside the report stays' cmp in/run.sqlite "$tmp/import.sqlite"
cd in || exit
run nst-convert -o -x run.sqlite
same ./-x.json "$tmp/report.json" '-o with a leading dash'
run nst-convert -o "$tmp/work/abs" "$tmp/work/in/run.sqlite"
same ../abs.json "$tmp/report.json" 'absolute names'
# A suffix that is there is not put there again, with one format and with two.
for to in chrome chrome,ndjson; do
	for case in 'x ' 'x.json ' 'x --gzip' 'x.json --gzip' 'x.json.gz --gzip' 'x.gz --gzip'; do
		fresh
		cp "$sample" run.sqlite
		# shellcheck disable=SC2086 # words
		run nst-convert --to $to ${case#* } -o "${case% *}" run.sqlite
		want=x.json$(test -z "${case#* }" || echo .gz)
		is "$status $(wrote | cut -d ' ' -f 1)" "0 $want" "--to $to -o $case"
	done
done
run nst-convert --to ndjson -o x.json run.sqlite
is "$status $(wrote)" '0 x.json.ndjson' 'the suffix of another format is none'

# To standard output.
fresh
makereport run.nsys-rep
run nst-convert --to ndjson -o - run.nsys-rep
leaves 'run.nsys-rep' '-o -'
same "$tmp/out" "$tmp/report.ndjson" '-o -: the stream'
is "$(wrote)" '' '-o -: no file'
{
	nst-convert --to ndjson -o - run.nsys-rep 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -n 1 >"$tmp/out"
is "$(cat "$tmp/status")$(said) $(here)" '141 run.nsys-rep' '-o -: nobody reads on'
if command -v nst-perfetto >/dev/null; then
	fresh
	cp "$sample" run.sqlite
	run nst-convert --to perfetto run.sqlite
	leaves 'run.pftrace run.sqlite' '--to perfetto'
	nst-perfetto "$tmp/sample.ndjson" >got
	same run.pftrace got '--to perfetto: the trace is that of the pipeline'
	run nst-convert --to perfetto --gzip -o zipped run.sqlite
	gzip -dc zipped.pftrace.gz >got
	nst-perfetto --plain "$tmp/sample.ndjson" >want
	same got want '--gzip: the trace is compressed once'
else
	report 0 '--to perfetto # SKIP nst-perfetto is not built'
fi

# --step
fresh
makereport run.nsys-rep
run nst-convert --step sqlite --to ndjson --type kernel run.nsys-rep
is "$status $(here)" '0 run.nsys-rep run.sqlite' '--step sqlite'
is "$(said)" 'nst-convert: --step sqlite: makes the export; the rest is for --step chrome
nst-convert: run.nsys-rep: wrote run.sqlite' '--step sqlite: what is left out is said'
run nst-convert --step sqlite run.nsys-rep
is "$status $(calls) $(said)" \
	'0 0 nst-convert: run.nsys-rep: run.sqlite is up to date' \
	'--step sqlite again: nothing to do'
rm "$tmp/bin/nsys"
run nst-convert --step chrome --to ndjson run.nsys-rep
leaves 'run.ndjson run.nsys-rep run.sqlite' '--step chrome: no nsys needed'
another run.sqlite
run nst-convert --step chrome run.nsys-rep
is "$status $(cat "$tmp/err")" \
	"1 nst-convert: run.nsys-rep: run.sqlite is not used: it is of another host: name it itself to read it" \
	'--step chrome with the export of another capture'
cp "$top/tests/nst-convert/nsys" "$tmp/bin/nsys"

# A second nst-convert beside its programs does without PATH.
fresh
cp "$sample" run.sqlite
run env PATH=/usr/bin:/bin "$BUILD/bin/nst-convert" run.sqlite
same run.json "$tmp/sample.json" 'the programs are found beside it'
mkdir alone
cp "$BUILD/bin/nst-convert" alone/
run env PATH=/usr/bin:/bin:"$BUILD/bin" alone/nst-convert --force run.sqlite
is "$status" 0 'or on PATH'

# Compressed exports.
fresh
for packer in gzip zstd xz; do
	if ! command -v $packer >/dev/null; then
		skip "$packer is not installed" "$packer"
		continue
	fi
	fresh
	cp "$sample" run.sqlite
	$packer -q run.sqlite && rm -f run.sqlite
	packed=$(ls)
	run nst-convert "$packed"
	leaves "run.json $packed" "$packed"
	same run.json "$tmp/sample.json" "$packed: the trace"
	run nst-convert --to sqlite "$packed"
	leaves "run.json run.sqlite $packed" "$packed --to sqlite"
	same run.sqlite "$sample" "$packed: the export as it was"
	run nst-convert --force "$packed" run.sqlite
	like "$status $(cat "$tmp/err")" '^2 .*would both be written to ' "$packed: and what is in it"
	rm run.json
	run nst-convert .
	leaves "run.json run.sqlite $packed" "$packed: a folder has it once"
	rm run.json run.sqlite
	run nst-convert .
	leaves "run.json $packed" "$packed: in a folder"
done
finish
