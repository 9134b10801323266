#!/bin/sh
# SPDX-License-Identifier: MIT
# One file through nst-convert: what is written, where, from which export, and nothing beside it.
. tests/tap.sh
. tests/nst-convert/convert.sh

# leaves FILES DESCRIPTION: the run went well, said nothing, and these are the files in the folder.
leaves() {
	is "$status $(messages)" '0 ' "$2: done"
	is "$(here)" "$1" "$2: files"
}

run nst-convert --help
like "$status $(cat "$tmp/out")" '^0 usage: nst-convert' '--help'
run nst-convert --version
is "$status $(cat "$tmp/out")" "0 nst-convert $(cat "$top/VERSION")" '--version'

# A report.
fresh
makereport run.nsys-rep
run nst-convert run.nsys-rep
leaves 'run.json run.nsys-rep' 'a report'
same run.json "$tmp/sample.json" 'a report: the trace is that of the pipeline'
like "$(cat "$NSYS_LOG")" '^export --type sqlite --include-json true --force-overwrite true -o [^ ]+/run\.sqlite \./run\.nsys-rep$' 'a report: how nsys is called'
fresh
makereport run.qdrep
run nst-convert run.qdrep --keep-sqlite
leaves 'run.json run.qdrep run.sqlite' 'a .qdrep, --keep-sqlite'
same run.sqlite "$sample" '--keep-sqlite: the export'
run nst-convert run.qdrep
is "$status $(calls)" '0 1' 'an export newer than the report is used'
touch run.qdrep
echo 'from before' >run.json
run nst-convert run.qdrep
is "$status $(calls)" '0 2' 'an export older than the report is not used'
same run.json "$tmp/sample.json" 'a trace from before is replaced'
is "$(find run.sqlite -newer run.qdrep)" '' 'and the old export is left alone'
run nst-convert --keep-sqlite run.qdrep
is "$status $(find run.sqlite -newer run.qdrep)" '0 run.sqlite' 'unless a new one is to be kept'
mkdir links
ln -s ../run.qdrep links/a.qdrep
ln -s ../run.sqlite links/a.sqlite
run nst-convert links/a.qdrep
is "$status $(calls)" '0 3' 'links: the files behind them are compared'
touch -h -d '1 hour ago' links/a.sqlite
touch run.qdrep
run nst-convert links/a.qdrep
is "$status $(calls)" '0 4' 'links: and the one found older'
fresh
makereport run.nsys-rep
NSYS_OLD=1 run nst-convert run.nsys-rep
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
	same "./$name.json" "$tmp/sample.json" "a report called $shown: the trace"
	mkdir "./$name"
	mv "./$name.nsys-rep" "./$name/"
	run nst-convert -- "$name"
	is "$status" 0 "a folder called $shown: done"
	same "./$name/$name.json" "$tmp/sample.json" "a folder called $shown: the trace"
	is "$(find . -type f | grep -c '^\.')" 3 "a folder called $shown: nothing else"
done

# --to, -o and --gzip
fresh
makereport run.nsys-rep
run nst-convert --to chrome,ndjson --to sqlite run.nsys-rep
leaves 'run.json run.ndjson run.nsys-rep run.sqlite' 'several formats'
same run.ndjson "$tmp/sample.ndjson" '--to ndjson: the linked stream'
same run.sqlite "$sample" '--to sqlite: the export'
fresh
mkdir in out
makereport in/run.nsys-rep
run nst-convert --gzip --to=ndjson,chrome,ndjson -o out/x in/run.nsys-rep
leaves 'in in/run.nsys-rep out out/x.json.gz out/x.ndjson.gz' '--gzip -o with two formats'
gzip -dc out/x.json.gz >got
same got "$tmp/sample.json" '--gzip: the trace'
fresh
mkdir in out
makereport in/run.nsys-rep
run nst-convert in/run.nsys-rep -oout/t --gzip --keep-sqlite
leaves 'in in/run.nsys-rep in/run.sqlite out out/t' '-o: the very name, and the export beside the report'
ok '--gzip -o: compressed' gzip -t <out/t
run nst-convert --to sqlite -o out/t in/run.nsys-rep
same out/t "$sample" '--to sqlite -o'
ok '--to sqlite -o: the one beside the report stays' cmp in/run.sqlite "$sample"
cd in || exit
run nst-convert -o -x run.sqlite
same ./-x "$tmp/sample.json" '-o with a leading dash'
run nst-convert -o "$tmp/work/abs" "$tmp/work/in/run.sqlite"
same ../abs "$tmp/sample.json" 'absolute names'
if command -v nst-perfetto >/dev/null; then
	fresh
	cp "$sample" run.sqlite
	run nst-convert --to perfetto run.sqlite
	leaves 'run.pftrace run.sqlite' '--to perfetto'
	nst-perfetto "$tmp/sample.ndjson" >got
	same run.pftrace got '--to perfetto: the trace is that of the pipeline'
else
	report 0 '--to perfetto # SKIP nst-perfetto is not built'
fi

# --step
fresh
makereport run.nsys-rep
run nst-convert --step sqlite --to ndjson run.nsys-rep
leaves 'run.nsys-rep run.sqlite' '--step sqlite'
run nst-convert --step sqlite run.nsys-rep
is "$status $(calls)" '0 1' '--step sqlite again: nothing to do'
rm "$tmp/bin/nsys"
run nst-convert --step chrome --to ndjson run.nsys-rep
leaves 'run.ndjson run.nsys-rep run.sqlite' '--step chrome: no nsys needed'
touch run.nsys-rep
run nst-convert --step chrome run.nsys-rep
is "$status $(messages)" '0 nst-convert: run.nsys-rep: run.sqlite is older than it' '--step chrome with an old export'
cp "$top/tests/nst-convert/nsys" "$tmp/bin/nsys"

# What goes to nst-filter, after linking.
fresh
cp "$sample" run.sqlite
# filtered ARGUMENT...: nst-convert gives what the pipeline with nst-filter gives.
filtered() {
	nst-filter "$@" "$tmp/sample.ndjson" >want
	ok "$*: something is left" grep -q '"type":"kernel"\|"type":"nvtx"' want
	ok "$*: something is gone" test "$(wc -l <want)" -lt "$(wc -l <"$tmp/sample.ndjson")"
	run nst-convert --to ndjson "$@" run.sqlite
	same run.ndjson want "$*"
}
filtered --type kernel,nvtx-kernel
filtered --type=kernel --type nvtx
filtered --prefix 'Layer' --prefix=Step
filtered --match "a{2}|it's|^Layer"
filtered --from 12.5s --to 12.6s
filtered --to=12500000000
filtered --type kernel --color '{"it'\''s|.*": "good"}'

# A second nst-convert beside its programs does without PATH.
run env PATH=/usr/bin:/bin "$BUILD/bin/nst-convert" run.sqlite
same run.json "$tmp/sample.json" 'the programs are found beside it'
run env PATH=/usr/bin:/bin:"$BUILD/bin" sh "$top/scripts/nst-convert" run.sqlite
is "$status" 0 'or on PATH'
finish
