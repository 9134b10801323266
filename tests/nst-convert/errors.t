#!/bin/sh
# SPDX-License-Identifier: MIT
# What can go wrong with one file: it is said, the status is 1 or 2, what was there stays and nothing is left behind.
. tests/tap.sh
. tests/nst-convert/convert.sh

# refused PATTERN ARGUMENT...: a usage error.
refused() {
	pattern=$1
	shift
	run nst-convert "$@"
	like "$status $(head -n 1 "$tmp/err")" "^2 nst-convert: $pattern" "refused: $*"
	is "$(here)" "$before" "refused: $*: nothing written"
}

# fails PATTERN DESCRIPTION COMMAND...: a failure whose last message is like that; the files are those of before.
fails() {
	pattern=$1 what=$2
	shift 2
	before=$(here)
	run "$@"
	like "$status $(tail -n 1 "$tmp/err")" "^1 nst-convert: $pattern" "$what: said"
	is "$(here)" "$before" "$what: nothing left behind"
}

fresh
cp "$sample" run.sqlite
makereport run.nsys-rep
before=$(here)
refused 'no report'
refused '--foo: unknown' --foo run.sqlite
refused '-x: unknown' -x run.sqlite
refused '--gzip=1: unknown' --gzip=1 run.sqlite
refused '-o needs' run.sqlite -o
refused "--to: 'chrom' is none" --to chrome,chrom run.sqlite
refused "--to: '' is none" --to '' run.sqlite
refused "--step: 'x' is none" --step x run.sqlite
refused "-o: '' is no" -o '' run.sqlite
refused "-o: '-' is no" -o - run.sqlite
refused "-o: 'x/' is no" -o x/ run.sqlite
for jobs in 0 x -1 '' 1.5; do
	refused '-j: ' "-j$jobs" -j "$jobs" run.sqlite
done
refused '-o: run.sqlite would replace' -o run.sqlite run.sqlite
refused '-o: run.sqlite would replace' -o run.sqlite run.nsys-rep
refused '-o: run.nsys-rep would replace' -o run.nsys-rep --to sqlite run.nsys-rep
refused '.*nst-filter: --match' --match '(' run.nsys-rep
is "$(calls)" 0 'refused before nsys is called'
refused '.*/run\.nsys-rep and \./run\.sqlite would both be written' run.nsys-rep run.sqlite
refused '.*/run\.nsys-rep and .*/run\.nsys-rep would both be written' . "$PWD/run.nsys-rep"
mkdir sub
before=$(here)
refused '.*/run\.sqlite and .*/run\.nsys-rep would both be written' run.sqlite sub/../run.nsys-rep
rmdir sub
mkdir both
: >both/a.qdrep
: >both/a.nsys-rep
before=$(here)
refused '.*/both/a\.nsys-rep and \./both/a\.qdrep would both be written' both
rm -r both
cp run.nsys-rep other.nsys-rep
before=$(here)
refused '-o: 2 files' -o x run.nsys-rep other.nsys-rep
rm other.nsys-rep

fails 'none.nsys-rep: no such file' 'no file' nst-convert none.nsys-rep
fails 'none/a.sqlite: no such file' 'no folder' nst-convert none/a.sqlite
fails 'run.txt: neither' 'no report' sh -c ': >run.txt; nst-convert run.txt; status=$?; rm run.txt; exit $status'
fails 'run.sqlite: .*none: no such folder' '-o in no folder' nst-convert -o none/x run.sqlite
fails 'no reports and no exports' 'an empty folder' sh -c 'mkdir empty; nst-convert empty; status=$?; rmdir empty; exit $status'
mkdir run.json
fails 'run.sqlite: ./run.json: is a folder' 'a folder where the trace belongs' nst-convert run.sqlite
rmdir run.json
rm run.sqlite
fails 'run.nsys-rep: no export beside it: run.sqlite' '--step chrome without an export' nst-convert --step chrome run.nsys-rep

# nsys
makereport run.nsys-rep fail
fails 'run.nsys-rep: not exported: nsys gave 1' 'nsys fails' nst-convert run.nsys-rep
is "$(sed -n '$!p' "$tmp/err")" 'nst-convert: run.nsys-rep: nsys: Processing 1 events: [  5%]
nst-convert: run.nsys-rep: nsys: Processing 1 events: [100%]
nst-convert: run.nsys-rep: nsys: Unable to open the report' 'nsys fails: what it says, line by line'
is "$(calls)" 1 'nsys fails: it is not asked again'
makereport run.nsys-rep half
for options in '' --keep-sqlite '--step sqlite' '--to sqlite -o x'; do
	# shellcheck disable=SC2086
	fails 'run.nsys-rep: not exported: nsys gave 1' "nsys stops halfway $options" nst-convert $options run.nsys-rep
done
makereport run.nsys-rep nothing
fails 'run.nsys-rep: not exported: nsys gave 0' 'nsys writes nothing' nst-convert --step sqlite run.nsys-rep
makereport run.nsys-rep cut
echo 'from before' >run.json
fails 'run.nsys-rep: not converted: nst-dump gave 1, nst-link gave 1, nst-chrome gave 1' 'a cut export' nst-convert run.nsys-rep
like "$(head -n 1 "$tmp/err")" '^nst-convert: run.nsys-rep: nst-dump: ./run.sqlite: truncated' 'a cut export: said'
is "$(cat run.json)" 'from before' 'a cut export: what was there stays'
makereport run.nsys-rep
mkdir "$tmp/other"
cp "$tmp/bin/nsys" "$tmp/other/my nsys"
rm "$tmp/bin/nsys"
fails 'run.nsys-rep: nsys not found: install .*: nsys export --type sqlite --include-json true --force-overwrite true -o run.sqlite run.nsys-rep$' 'no nsys' \
	nst-convert run.nsys-rep
fails 'run.nsys-rep: nsys not found at /no/nsys: install' 'no nsys where it should be' env NSYS=/no/nsys nst-convert run.nsys-rep
run env NSYS="$tmp/other/my nsys" nst-convert run.nsys-rep
is "$status" 0 'NSYS says where it is'

# Where it is installed usually, moved into a folder of ours.
sed "s|/opt/|$tmp/opt/|g; s|/usr/local/|$tmp/local/|g" "$top/scripts/nst-convert" >"$tmp/bin/moved"
for folder in local/cuda/bin local/cuda-9.2/bin local/cuda-12.4/bin opt/nvidia/nsight-systems/2023.4.1/bin \
	opt/nvidia/nsight-systems/2024.1.1/bin opt/nvidia/nsight-systems-cli/2024.6.1/bin opt/nvidia/nsight-systems-2024.11.1/bin; do
	mkdir -p "$tmp/$folder"
	printf '#!/bin/sh\necho %s >"%s"\nexec "%s" "$@"\n' "$folder" "$tmp/which" "$tmp/other/my nsys" >"$tmp/$folder/nsys"
	chmod +x "$tmp/$folder/nsys"
	run sh "$tmp/bin/moved" run.nsys-rep
	is "$status $(cat "$tmp/which")" "0 $folder" "nsys in $folder"
done
mkdir "$tmp/opt/nvidia/nsight-systems/2099.1.1" "$tmp/opt/nvidia/nsight-systems/2099.1.1/bin"
: >"$tmp/opt/nvidia/nsight-systems/2099.1.1/bin/nsys"
run sh "$tmp/bin/moved" run.nsys-rep
is "$status $(cat "$tmp/which")" "0 $folder" 'an nsys that does not run is passed over'

# Each stage.
fresh
cp "$sample" run.sqlite
mkdir "$tmp/broken"
for program in nst-dump nst-link nst-filter nst-chrome gzip; do
	# the whole output, and a failure
	printf '#!/bin/sh\n"%s" "$@"\necho "%s: broke" >&2\nexit 7\n' "$(command -v $program)" $program >"$tmp/broken/$program"
	chmod +x "$tmp/broken/$program"
	cp "$top/scripts/nst-convert" "$tmp/broken/nst-convert"
	fails "run.sqlite: not converted: $program gave 7\$" "$program fails" "$tmp/broken/nst-convert" --gzip --match . run.sqlite
	ok "$program fails: what it says" grep -q "^nst-convert: run.sqlite: $program: broke\$" "$tmp/err"
	rm "$tmp/broken/$program"
done
printf '#!/bin/sh\n"%s" "$@"\nkill -s KILL 0\n' "$(command -v nst-link)" >"$tmp/broken/nst-link"
chmod +x "$tmp/broken/nst-link"
fails 'run.sqlite: not converted: .*sh gave 137' 'the whole pipeline is killed' "$tmp/broken/nst-convert" run.sqlite
rm "$tmp/broken/nst-link"
printf '#!/bin/sh\necho "mv: no" >&2\nexit 1\n' >"$tmp/broken/mv"
chmod +x "$tmp/broken/mv"
fails 'run.sqlite: ./run.json: not written' 'mv fails' "$tmp/broken/nst-convert" run.sqlite
is "$(grep -c '^nst-convert: run.sqlite: mv: no$' "$tmp/err")" 1 'mv fails: what it says'
rm "$tmp/broken/mv"
printf '#!/bin/sh\nhead -c 100 "$1" >"$2"\necho "cp: no" >&2\nexit 1\n' >"$tmp/broken/cp"
chmod +x "$tmp/broken/cp"
fails 'run.sqlite: ./copy: not written' 'cp fails' "$tmp/broken/nst-convert" --to sqlite -o copy run.sqlite
is "$(grep -c '^nst-convert: run.sqlite: cp: no$' "$tmp/err")" 1 'cp fails: what it says'
rm "$tmp/broken/cp"
fails 'run.sqlite: /nowhere: no such folder' 'no folder for temporary files' env TMPDIR=/nowhere nst-convert run.sqlite
# only what is needed, and not the program
mkdir "$tmp/few"
for program in sh rm mv cat cp mktemp find tr sed sort grep paste setsid; do
	ln -s "$(command -v $program)" "$tmp/few/"
done
for program in nst-dump nst-link nst-chrome; do
	fails "run.sqlite: $program: not found beside nst-convert, nor in PATH" "no $program" env PATH="$tmp/few" sh "$tmp/broken/nst-convert" run.sqlite
	ln -s "$BUILD/bin/$program" "$tmp/few/"
done
run env PATH="$tmp/few" sh "$tmp/broken/nst-convert" run.sqlite
is "$status" 0 'all there'
rm run.json
fails 'run.sqlite: nst-filter: not found' 'no nst-filter' env PATH="$tmp/few" sh "$tmp/broken/nst-convert" --match . run.sqlite
fails 'run.sqlite: gzip: not found' 'no gzip' env PATH="$tmp/few" sh "$tmp/broken/nst-convert" --gzip run.sqlite
fails 'run.sqlite: nst-perfetto: not found' 'no nst-perfetto' env PATH="$tmp/few" sh "$tmp/broken/nst-convert" --to chrome,perfetto run.sqlite
fails 'run.sqlite: not converted: ' 'no more room' sh -c 'ulimit -f 100; exec nst-convert run.sqlite'
ok 'no more room: all is said with the name of the file' test -z "$(grep -v '^nst-convert: run.sqlite: ' "$tmp/err")"
finish
