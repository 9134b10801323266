#!/bin/sh
# SPDX-License-Identifier: MIT
# Profiles, streams and traces that exist: each kind is read, and which value it has.
. tests/tap.sh
. tests/nst-convert/convert.sh

# sum PATTERN: type, count, total, kernels and kernel time of the sample, as nst-sum has them.
sum() {
	nst-sum --tsv --event "$1" <"$tmp/sample.ndjson" 2>/dev/null |
		awk -F '\t' -v OFS=, 'NR > 1 { print $1, $3, $4, $17, $18 }' | sort
}

# rows VALUE PATTERN: the same of the table.
rows() {
	awk -F '\t' -v OFS=, -v value="$1" -v event="$2" \
		'$3 == value && $2 == event { print $1, $5, $6, $9, $10 }' "$table" | sort
}

# valued FILES WANTED DESCRIPTION: which values the files have, in the order of the table.
valued() {
	for file in $1; do
		mkdir -p -- "$(dirname -- "$file")"
		[ -e "$file" ] || echo '{"ts":0,"dur":1,"type":"nvtx","name":"e"}' >"$file"
	done
	run nst-series --from "$1" -o v --event e
	is "$status $(cut -f 3,4 v.tsv | sed 1d | tr '\t\n' ':;')" "0 $2" "$3"
}

# Each kind.
fresh
table=all.tsv
cp "$sample" 2gpu_b4.sqlite
cp "$tmp/sample.ndjson" 2gpu_b8.ndjson
nst-dump "$sample" >2gpu_b16.dump 2>/dev/null
makereport 2gpu_b32.nsys-rep
nst-chrome "$tmp/sample.ndjson" >2gpu_b64.json
nst-chrome --object "$tmp/sample.ndjson" | gzip >2gpu_b128.json.gz
jq -c . 2gpu_b64.json >2gpu_b256.json
jq . 2gpu_b64.json >2gpu_b512.json
nst-chrome --labels "$tmp/sample.ndjson" >2gpu_b1024.json
gzip <"$tmp/sample.ndjson" >2gpu_b2048.ndjson.gz
gzip <2gpu_b16.dump >2gpu_b4096.gz
jq -c '{traceEvents: ., otherData: {}}' 2gpu_b64.json | tr -d '\n' >2gpu_b8192.json
run nst-series --from '2gpu_*.sqlite 2gpu_*.n*' --from 2gpu_b16.dump --from '*.json *.gz' \
	-o all --event '^Layer' --event nvjet
is "$status $(cut -f 3 "$table" | sort -nu | paste -s -d ' ')" \
	'0 value 4 8 16 32 64 128 256 512 1024 2048 4096 8192' \
	'of each kind: the number that differs'
for value in 4 8 16 32 64 128 256 512 1024 2048 4096 8192; do
	# what nsys2json writes says nothing of kernels
	[ $value -eq 1024 ] && left='s/,[0-9]*,[0-9]*$/,,/' || left=
	is "$(rows $value '^Layer')" "$(sum '^Layer' | sed "$left")" "of each kind: $value"
	is "$(rows $value nvjet)" "$(sum nvjet)" "of each kind: $value: kernels"
done
echo '{' >2gpu_b64.n
run nst-series --from '2gpu_*.sqlite 2gpu_*.n*' -o all --event '^Layer'
is "$status $(cut -f 3 "$table" | sort -nu | paste -s -d ' ')" '1 value 4 8 32 2048' \
	'a profile that is none: the others are in the table'
like "$(said)" '2gpu_b64.n: not added up: nst-link: ' 'a profile that is none is said'
: >2gpu_b128.qdstrm
run nst-series --from '2gpu_*.sqlite *.qdstrm' -o all --event '^Layer'
is "$status $(cut -f 3 "$table" | sort -nu | paste -s -d ' ')" '1 value 4' 'a .qdstrm is none'
like "$(said)" '2gpu_b128.qdstrm: .*make one with: QdstrmImporter -i 2gpu_b128.qdstrm$' \
	'a .qdstrm is none: said'

# Traces of other tools, and what is not read of them.
fresh
table=x.tsv
cat >x.json <<'END'
{"traceEvents": [
 {"ph": "X", "name": "conv 1", "cat": "cuda", "ts": 1.5, "dur": 2.001, "pid": "Device 0"},
 {"ph": "X", "name": "conv 2", "cat": "cuda_api", "ts": "3", "dur": "4.0006", "pid": 1},
 {"ph": "X", "name": "conv 3", "ts": 1e3, "dur": 1e-3, "args": []},
 {"ph": "X", "name": "conv 4", "cat": "end", "ts": 0, "dur": 0},
 {"ph": "X", "name": "conv 5", "cat": "nvtx-kernel", "ts": 0, "dur": 8, "args": {}},
 {"ph": "X", "name": "conv 6", "cat": "cpu_op", "ts": 1719830400000000.123, "dur": 70},
 {"ph": "X", "name": null, "ts": 0, "dur": 9},
 {"ph": "i", "name": "conv 7", "ts": 0}, {"ph": "C", "name": "conv", "ts": 0, "args": {"v": 1}},
 {"ph": "M", "name": "process_name", "args": {"name": "conv"}}
]}
END
run nst-series --from x.json -o x --event conv
is "$status $(sed 1d x.tsv | cut -f 1,5,6,9,10 | sort | tr '\t\n' ' ;')" \
	'0 cpu_op 1 70000  ;cuda-api 1 4001  ;kernel 1 2001  ;nvtx-kernel 1 8000  ;slice 2 1  ;' \
	'slices by their cat and duration, to the nanosecond'
is "$(grep -c 'left out' "$tmp/err")" 0 'what has no duration is not missed'
cat >x.json <<'END'
[{"ph": "B", "name": "conv", "ts": 0}, {"ph": "E", "ts": 5}, {"ph": "b", "id": 1, "name": "c"},
 {"ph": "X", "name": "conv", "ts": 0}, {"ph": "X", "name": "conv", "ts": 0, "dur": 1}, 7]
END
run nst-series --from x.json -o x --event conv
is "$status $(sed 1d x.tsv | cut -f 1,5,6 | tr '\t' ' ') $(grep -c 'left out' "$tmp/err")" \
	'0 slice 1 1000 3' 'slices that are not read'
for what in '2 slices of two events, begin and end' '1 slices without a time' \
	'1 what is no event'; do
	ok "said: $what" grep -qxF "nst-series: x.json: left out: $what" "$tmp/err"
done
# refused TEXT PATTERN DESCRIPTION: a trace that cannot be read.
refused() {
	printf '%s' "$1" >x.json
	cp x.json y.json
	run nst-series --from x.json -o x --event conv
	like "$status $(grep 'not added up' "$tmp/err")" \
		"^1 nst-series: x.json: not added up: $2" "$3"
}
refused '[{"ph": "X", "name": "conv", "ts": 0, "dur": 1}' 'parse error: Unfinished' \
	'a trace that was cut'
refused '[
{"ph": "X", "name": "conv", "ts": 0, "dur": 1},
{"ph": "X", "name": "conv", "ts": 0, "d' 'parse error: Unfinished' \
	'a trace of lines that was cut in one'
refused '[
{"ph": "X", "name": "conv", "ts": 0, "dur": 1},
{"ph": "X", "name": "conv", "ts": 0, "dur": 1},
' 'the array of events does not end' 'a trace of lines that was cut between them'
refused '{"a": 1}' 'jq: .*neither an array of events nor an object with traceEvents' 'no trace'
refused '7' 'jq: .*neither an array' 'a number'
refused '' 'nst-sum: stdin: empty input' 'nothing'
refused 'hello' 'parse error: ' 'no JSON'
gzip <"$tmp/sample.json" | head -c 1000 >x.json.gz
run nst-series --from x.json.gz -o x --event Layer
like "$status $(grep 'not added' "$tmp/err")" '^1 nst-series: x.json.gz: not added up: gzip: ' \
	'a compressed trace that was cut'
mkdir "$tmp/few"
for program in awk cat date dirname grep gzip head mkdir mkfifo mktemp rm sed sh sort tr uname cut \
	mv; do
	ln -s "$(command -v $program)" "$tmp/few/"
done
cp "$BUILD"/bin/nst-* "$tmp/few/"
run env PATH="$tmp/few" "$tmp/few/nst-series" --from y.json -o x --event conv
like "$status $(sed 1d "$tmp/err" | head -n 1)" \
	'^1 nst-series: y.json: not added up: jq is not installed' 'without jq'
run env PATH="$tmp/few" "$tmp/few/nst-series" --force --from ../sample.ndjson -o p --event Layer
is "$status $(grep -c 'no pictures' "$tmp/err")" '0 1' 'without gnuplot'

# What nsys2json wrote: the kernels and calls are those of the profile.
n2j=$top/../shared/nsys2json
for name in pytorch-2gpu-3.25.0 pytorch-nccl-2gpu-3.25.0 opengl-uvm-3.11.1; do
	if ! [ -e "$n2j/$name.all.json.gz" ] || ! [ -e "$(profile $name)" ]; then
		report 0 "$name of nsys2json # SKIP ../shared is not there"
		continue
	fi
	cp "$n2j/$name.all.json.gz" a1.json.gz
	cp "$(profile $name)" a2.sqlite
	run nst-series --from 'a1.json.gz a2.sqlite' -o n2j --event . --force
	for type in kernel cuda-api; do
		one=$(awk -F '\t' -v t=$type '$1 == t && $3 == 1 { print $5, $6 }' n2j.tsv)
		two=$(awk -F '\t' -v t=$type '$1 == t && $3 == 2 { print $5, $6 }' n2j.tsv)
		is "$status $one" "0 $two" "$name of nsys2json: $type"
	done
done

# Whether a stream is linked is nst-link's to know: a payload with a key "launch" is no link.
fresh
table=x.tsv
nst-dump "$sample" 2>/dev/null | jq -c 'if .type == "nvtx" then
	.args.payload = {"launch": 1, "type": "nvtx-kernel"} else . end' >x.ndjson
ok 'a payload with a key "launch": there' grep -q '"launch":1,"type":"nvtx-kernel"' x.ndjson
run nst-series --from x.ndjson -o x --event '^Layer'
is "$status $(rows x '^Layer')" "0 $(sum '^Layer')" 'a payload with a key "launch"'

# A part of a linked stream is linked; a stream in no order is not taken as it is.
nst-filter --type nvtx,nvtx-kernel "$tmp/sample.ndjson" >x.ndjson
run nst-series --from x.ndjson -o x --event '^Layer'
is "$status $(rows x '^Layer')" "0 $(sum '^Layer')" 'ranges of a linked stream'
nst-filter --type kernel "$tmp/sample.ndjson" | gzip >x.ndjson.gz
run nst-series --from x.ndjson.gz -o x --event nvjet
is "$status $(rows x nvjet)" "0 $(sum nvjet)" 'kernels of a linked stream, compressed'
nst-dump "$sample" 2>/dev/null | sed '5{h;d;};9G' >x.ndjson
rm x.tsv x.svg x.png
run nst-series --from x.ndjson -o x --event '^Layer'
like "$status $(said | wc -l) $(grep 'not added' "$tmp/err")" \
	'^1 3 nst-series: x.ndjson: not added up: nst-link: .*put the stream in order first' \
	'a stream in no order'

# A pattern that matches nothing is said, of one profile and of all.
cp "$sample" 1.sqlite
cp "$sample" 2.sqlite
sqlite3 2.sqlite "UPDATE NVTX_EVENTS SET text = 'x', textId = NULL"
run nst-series --from '1.sqlite 2.sqlite' -o x --event '^Layer' --event nowhere
said="nst-sum: --event: no name matches"
is "$status $(grep -c "^nst-series: [12].sqlite: $said 'nowhere'\$" "$tmp/err")" '0 2' \
	'a pattern that nothing matches: said'
is "$(grep -c "^nst-series: 2.sqlite: $said '^Layer'\$" "$tmp/err")" 1 \
	'a pattern that one does not have: said'
is "$(cut -f 3 x.tsv | sort -u | paste -s -d ' ')" '1 value' 'and has no row'
run nst-series --from '1.sqlite' -o x --event nowhere
is "$status $(tail -n 1 "$tmp/err")" '1 nst-series: nothing to make a table of' 'no match at all'

# Values.
fresh
valued '-a1.n -a2.n' '1:1;2:1;' 'names that begin with a dash'
valued 'before.n after.n' 'before:1;after:1;' 'no number: the names'
is "$(grep -c 'values, from the names of the files: before, after$' "$tmp/err")" 1 'values are said'
run nst-series --from before.n --from after.n -o v --event e
is "$status $(cut -f 3,4 v.tsv | sed 1d | tr '\t\n' ':;')" '0 before:1;after:1;' 'named one by one'
valued 'before1.n after1.n before2.n after2.n' 'before1:1;after1:1;before2:1;after2:1;' \
	'names that differ in more than numbers'
valued 'a1_16.n a1_8.n' '8:1;16:1;' 'the number that differs, in its order'
if command -v gnuplot >/dev/null; then
	echo '{"ts":0,"dur":9,"type":"nvtx","name":"e"}' >a1_9.n
	run nst-series --from 'a1_16.n a1_8.n a1_9.n' -o v --event e
	points=$(sed -n "s/.*#gpPt0' transform='translate(\([0-9.]*\),.*/\1/p" v.svg | sed 3q)
	is "$(echo "$points" | wc -l) $points" "3 $(echo "$points" | sort -n)" \
		'a line is drawn from the smallest value to the largest'
	rm a1_9.n
fi
valued 'a8_1.n a8_2.n a16_1.n a16_2.n' '8:2;16:2;' 'the first of them, with runs'
is "$(grep -c 'files: 8 (2 runs), 16 (2 runs)$' "$tmp/err")" 1 'runs are said'
valued 'lr_0.1.n lr_0.01.n' '0.01:1;0.1:1;' 'numbers with a point'
valued 'r1/a8.n r2/a8.n r1/a16.n r2/a16.n' '8:2;16:2;' 'folders that differ in a number: runs'
valued 'before/a8.n after/a8.n before/a16.n after/a16.n' \
	'before/a8:1;after/a8:1;before/a16:1;after/a16:1;' 'folders that differ in more'
valued 'r1/b.n r2/b.n' 'r1/b:1;r2/b:1;' 'only folders'
valued 'c.n c.dump' 'c.n:1;c.dump:1;' 'only suffixes'
valued 'only_7.n' 'only_7:1;' 'a single file'
echo '{"ts":0,"dur":1,"type":"nvtx","name":"e"}' >'with space 5.n'
cp 'with space 5.n' 'with space 6.n'
run nst-series --from 'with space 5.n' --from 'with space 6.n' -o v --event e
is "$status $(cut -f 3 v.tsv | sed 1d | paste -s -d ' ')" '0 5 6' 'names with blanks'
: >'[x]5.n'
cp 'with space 5.n' '[x]5.n'
cp 'with space 5.n' x5.n
run nst-series --from '[x]5.n' -o v --event e
is "$status $(cut -f 3 v.tsv | sed 1d | paste -s -d ' ')" '0 [x]5' \
	'a name that is there is no pattern'
run nst-series --from 'only_7.n' --from 'on*_7.n' -o v --event e
is "$status $(cut -f 4 v.tsv | paste -s -d ' ')" '0 runs 1' 'a file named twice is one run'
cp only_7.n "tab	7.n"
run nst-series --from 'tab*.n' -o v --event e
is "$status $(head -n 1 "$tmp/err")" \
	"2 nst-series: --from: 'tab\\u00097.n' has control characters" \
	'a name that no table can hold'
finish
