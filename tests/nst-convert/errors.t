#!/bin/sh
# SPDX-License-Identifier: MIT
# What can go wrong with one file: it is said, the status is 1 or 2, what was there stays and
# nothing is left behind.
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

# fails PATTERN DESCRIPTION COMMAND...: a failure whose last message is like that; the files are
# those of before.
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
refused "unknown option '--foo'" --foo run.sqlite
refused "unknown option '-x'" -x run.sqlite
refused "unknown option '--gzip=1'" --gzip=1 run.sqlite
refused '-o needs' run.sqlite -o
refused "--to: 'chrom' is none" --to chrome,chrom run.sqlite
refused "--to: '' is none" --to '' run.sqlite
refused "--step: 'x' is none" --step x run.sqlite
refused "--export: 'x' is none" --export x run.sqlite
refused "-o: '' is no" -o '' run.sqlite
refused "--output-dir: '' is no" --output-dir= run.sqlite
refused '-o: both a file and a folder' -o x --output-dir y run.sqlite
refused '-o: only one format' -o - --to chrome,ndjson run.sqlite
refused '-o: a database cannot' -o - --to sqlite run.sqlite
refused '-o: a database is not compressed' -o x.gz --to sqlite run.sqlite
refused "'' is no name" ''
for jobs in 0 x -1 '' 1.5; do
	refused '-j: ' "-j$jobs" -j "$jobs" run.sqlite
done
mkdir link
ln -s ../run.sqlite ../run.nsys-rep link
before=$(here)
refused '-o: link/../link/run.sqlite would replace' --to sqlite -o link/../link/run link/run.sqlite
refused '-o: .*/run.sqlite would replace' --to sqlite -o "$PWD/run" run.sqlite
rm -r link
before=$(here)
refused 'nst-filter: --match' --match '(' run.nsys-rep
is "$(calls)" 0 'refused before nsys is called'
refused 'run\.nsys-rep and run\.sqlite would both be written to /.*/run\.\*$' \
	run.nsys-rep run.sqlite
refused 'run\.nsys-rep and /.*/run\.nsys-rep would both be written' . "$PWD/run.nsys-rep"
mkdir sub
before=$(here)
refused 'run\.sqlite and sub/\.\./run\.nsys-rep would both be' run.sqlite sub/../run.nsys-rep
rmdir sub
mkdir both
: >both/a.qdrep
: >both/a.nsys-rep
before=$(here)
refused 'both/a\.nsys-rep and both/a\.qdrep would both be written' both
rm -r both
cp run.nsys-rep other.nsys-rep
before=$(here)
refused '-o: 2 files' -o x run.nsys-rep other.nsys-rep
rm other.nsys-rep

fails 'none.nsys-rep: no such file' 'no file' nst-convert none.nsys-rep
fails 'none/a.sqlite: no such file' 'no folder' nst-convert none/a.sqlite
: >run.txt
fails 'run.txt: neither' 'no report' nst-convert run.txt
rm run.txt
fails 'run.sqlite: .*none: no such folder' '-o in no folder' nst-convert -o none/x run.sqlite
mkdir empty
fails 'empty: no reports, exports or PyTorch traces' 'an empty folder' nst-convert empty
rmdir empty
mkdir run.json
fails 'run.sqlite: run.json: is a folder' 'a folder where the trace belongs' nst-convert run.sqlite
fails 'run.sqlite: run.json: is a folder' 'a folder there, --force' nst-convert --force run.sqlite
rmdir run.json
rm run.sqlite
fails 'run.nsys-rep: no export beside it: run.sqlite' '--step chrome without an export' \
	nst-convert --step chrome run.nsys-rep

# Reports that are none.
standin run.nsys-rep
for options in '' '--to sqlite,chrome -o x' '--to ndjson'; do
	case $options in
	*sqlite*) why='not exported: nst-import gave 1' ;;
	*) why='not converted: nst-dump: \./run.nsys-rep: named like a report of Nsight Systems, but not one' ;;
	esac
	# shellcheck disable=SC2086
	fails "run.nsys-rep: $why\$" "no report $options" nst-convert $options run.nsys-rep
done
like "$(cat "$tmp/err")" 'run.nsys-rep: named like a report' 'no report: why'
fails 'run.nsys-rep: not exported: nst-import gave 1' 'no report, --keep-sqlite' \
	nst-convert --keep-sqlite run.nsys-rep
is "$(sed -n 1p "$tmp/err")" "nst-convert: run.nsys-rep: nst-import: ./run.nsys-rep: \
named like a report of Nsight Systems, but not one" \
	'no report, --keep-sqlite: why'
: >run.qdstrm
fails 'run.qdstrm: not a report yet; make one with: QdstrmImporter -i run.qdstrm' 'a .qdstrm' \
	nst-convert run.qdstrm
rm run.qdstrm
: >run.ncu-rep
fails 'run.ncu-rep: a report of Nsight Compute, not of Nsight Systems' 'a report of Nsight Compute' nst-convert run.ncu-rep
: >run.ndjson
fails 'run.ndjson: a stream of events: nst-chrome or nst-perfetto writes its trace' 'a stream' nst-convert run.ndjson
rm run.ncu-rep run.ndjson
is "$(calls)" 0 'nsys is called for none of it'

# nsys
standin run.nsys-rep fail
fails 'run.nsys-rep: not exported: nsys gave 1' 'nsys fails' nst-convert --export nsys run.nsys-rep
is "$(sed '$d' "$tmp/err")" 'nst-convert: run.nsys-rep: nsys: Processing 1 events: [  5%]
nst-convert: run.nsys-rep: nsys: Processing 1 events: [100%]
nst-convert: run.nsys-rep: nsys: Unable to open the report' 'nsys fails: what it says, line by line'
is "$(calls)" 1 'nsys fails: it is not asked again'
standin run.nsys-rep half
for options in '' --keep-sqlite '--step sqlite' '--to sqlite -o x'; do
	# shellcheck disable=SC2086
	fails 'run.nsys-rep: not exported: nsys gave 1' "nsys stops halfway $options" \
		nst-convert --export nsys $options run.nsys-rep
done
standin run.nsys-rep nothing
fails 'run.nsys-rep: not exported: nsys gave 0' 'nsys writes nothing' \
	nst-convert --export nsys --step sqlite run.nsys-rep
standin run.nsys-rep
nst-convert --export nsys run.nsys-rep 2>/dev/null
sum=$(cksum <run.json)
standin run.nsys-rep cut
fails 'run.nsys-rep: not converted: nst-dump: ./run.sqlite: truncated: 100000 bytes of' \
	'a cut export' nst-convert --export nsys run.nsys-rep
is "$(wc -l <"$tmp/err")" 1 'a cut export: said in one line, not by those behind it as well'
is "$(cksum <run.json)" "$sum" 'a cut export: what was there stays'
rm -r run.json .nst-convert
standin run.nsys-rep
mkdir "$tmp/other"
cp "$tmp/bin/nsys" "$tmp/other/my nsys"
rm "$tmp/bin/nsys"
call='nsys export --type sqlite --include-json true --force-overwrite true'
fails "run.nsys-rep: nsys not found: install .*: $call -o run.sqlite run.nsys-rep\$" 'no nsys' \
	nst-convert --export nsys run.nsys-rep
fails 'run.nsys-rep: nsys not found at /no/nsys: install' 'no nsys where it should be' \
	env NSYS=/no/nsys nst-convert --export nsys run.nsys-rep
run env NSYS="$tmp/other/my nsys" nst-convert --export nsys --force run.nsys-rep
is "$status" 0 'NSYS says where it is'

# Where it is installed usually, moved into a folder of ours.
sed "s|/opt/|$tmp/opt/|g; s|/usr/local/|$tmp/local/|g" "$BUILD/bin/nst-convert" >"$tmp/bin/moved"
for folder in local/cuda/bin local/cuda-9.2/bin local/cuda-12.4/bin \
	opt/nvidia/nsight-systems/2023.4.1/bin opt/nvidia/nsight-systems/2024.1.1/bin \
	opt/nvidia/nsight-systems-cli/2024.6.1/bin opt/nvidia/nsight-systems-2024.11.1/bin; do
	mkdir -p "$tmp/$folder"
	{
		echo '#!/bin/sh'
		echo "echo $folder >'$tmp/which'"
		echo "exec '$tmp/other/my nsys' \"\$@\""
	} >"$tmp/$folder/nsys"
	chmod +x "$tmp/$folder/nsys"
	run sh "$tmp/bin/moved" --export nsys --force run.nsys-rep
	is "$status $(cat "$tmp/which")" "0 $folder" "nsys in $folder"
done
mkdir "$tmp/opt/nvidia/nsight-systems/2099.1.1" "$tmp/opt/nvidia/nsight-systems/2099.1.1/bin"
: >"$tmp/opt/nvidia/nsight-systems/2099.1.1/bin/nsys"
run sh "$tmp/bin/moved" --export nsys --force run.nsys-rep
is "$status $(cat "$tmp/which")" "0 $folder" 'an nsys that does not run is passed over'

# Each stage.
fresh
cp "$sample" run.sqlite
mkdir "$tmp/broken"
cp "$BUILD/bin/nst-convert" "$tmp/broken/"
# broken PROGRAM LINE...: a program of that name beside nst-convert, of these lines
broken() {
	rm -f "$tmp"/broken/*[!t] "$tmp"/broken/nst-[!c]* "$tmp"/broken/nst-chrome
	program=$1
	shift
	printf '%s\n' '#!/bin/sh' "$@" >"$tmp/broken/$program"
	chmod +x "$tmp/broken/$program"
}
# once: the last run said one line.
once() {
	is "$(said | wc -l)" 1 "$what: said in one line"
}
for program in nst-dump nst-link nst-filter nst-chrome gzip; do
	# the whole output, and a failure
	real=$(command -v $program)
	broken $program "'$real' \"\$@\"" "case \$1 in --options) exit ;; esac" \
		"echo '$program: broke' >&2" 'exit 7'
	fails "run.sqlite: not converted: $program: broke\$" "$program fails" \
		"$tmp/broken/nst-convert" --gzip --match . run.sqlite
	once
	broken $program "case \$1 in --options) exec '$real' --options ;; esac" 'exit 7'
	fails "run.sqlite: not converted: $program gave 7\$" "$program fails without a word" \
		"$tmp/broken/nst-convert" --gzip --match . run.sqlite
	once
	broken $program "case \$1 in --options) exec '$real' --options ;; esac" \
		"'$real' \"\$@\" | head -c 1000" "kill -s KILL \$\$"
	fails "run.sqlite: not converted: $program was killed by SIGKILL\$" "$program is killed" \
		"$tmp/broken/nst-convert" --gzip --match . run.sqlite
	once
done
broken nst-link "'$(command -v nst-link)' \"\$@\"" "echo 'nst-link: one' >&2" \
	"echo 'nst-link: two' >&2"
run "$tmp/broken/nst-convert" run.sqlite
is "$status $(messages)" '0 nst-convert: run.sqlite: nst-link: one
nst-convert: run.sqlite: nst-link: two' 'warnings are passed on'
broken nst-link "'$(command -v nst-link)' \"\$@\"" "echo 'nst-link: one' >&2" \
	"echo 'nst-link: two' >&2" 'exit 1'
run "$tmp/broken/nst-convert" --force run.sqlite
is "$status $(messages)" '1 nst-convert: run.sqlite: nst-link: one
nst-convert: run.sqlite: not converted: nst-link: two' 'the last message is the reason'
# nst-chrome fails while those before it write: with or without SIGPIPE, it is the one
broken nst-chrome 'head -c 10 >/dev/null' "echo 'nst-chrome: no: reason' >&2" 'exit 1'
for signal in --default-signal=PIPE --ignore-signal=PIPE; do
	run env $signal "$tmp/broken/nst-convert" --force run.sqlite
	is "$status $(said)" \
		'1 nst-convert: run.sqlite: not converted: nst-chrome: no: reason' \
		"the cause, $signal"
done
rm -r .nst-convert run.json
# shellcheck disable=SC2016 # in the stand-in
broken nst-chain '[ "$1" != --place ] || { echo "nst-chain: run.json: no" >&2; exit 1; }' \
	"exec '$BUILD/bin/nst-chain' \"\$@\""
fails 'run.sqlite: run.json: not written: run.json: no' 'the last step fails' \
	"$tmp/broken/nst-convert" run.sqlite
rm -r .nst-convert
broken cp 'head -c 100 "$1" >"$2"' 'echo "cp: no" >&2' 'exit 1'
fails 'run.sqlite: copy.sqlite: not written: cp: no' 'cp fails' \
	"$tmp/broken/nst-convert" --to sqlite -o copy run.sqlite
fails 'run.sqlite: /nowhere: no such folder' 'no folder for temporary files' \
	env TMPDIR=/nowhere nst-convert run.sqlite
# only what is needed, and not the program
mkdir "$tmp/few"
for program in awk cat cp head mkdir mkfifo mv nst-chain rm sed setsid sh sort stat tr uniq; do
	ln -s "$(command -v $program)" "$tmp/few/"
done
cp "$BUILD/bin/nst-convert" "$tmp/few/"
for program in nst-dump nst-link nst-chrome; do
	fails "run.sqlite: $program: not found beside nst-convert, nor in PATH" "no $program" \
		env PATH="$tmp/few" "$tmp/few/nst-convert" run.sqlite
	ln -s "$BUILD/bin/$program" "$tmp/few/"
done
run env PATH="$tmp/few" "$tmp/few/nst-convert" run.sqlite
is "$status" 0 'all there'
rm -r run.json .nst-convert
fails '--match: no option of ours, and not found beside nst-convert, nor in PATH: nst-filter' \
	'no nst-filter' env PATH="$tmp/few" "$tmp/few/nst-convert" --match . run.sqlite
fails 'run.sqlite: gzip: not found' 'no gzip' \
	env PATH="$tmp/few" "$tmp/few/nst-convert" --gzip run.sqlite
fails 'run.sqlite: nst-perfetto: not found' 'no nst-perfetto' \
	env PATH="$tmp/few" "$tmp/few/nst-convert" --to chrome,perfetto run.sqlite

# No room.
for signal in --default-signal=XFSZ --ignore-signal=XFSZ; do
	fails 'run.sqlite: not converted: nst-chrome: standard output: File too large' \
		"ulimit, $signal" env $signal sh -c 'ulimit -f 100; exec nst-convert run.sqlite'
	once
	fails 'run.sqlite: .*: not written: cp: .*: File too large' "ulimit, a copy, $signal" \
		env $signal sh -c 'ulimit -f 100; exec nst-convert --to sqlite -o x run.sqlite'
	once
done
fails 'run.sqlite: not converted: nst-chrome: standard output: File too large' 'ulimit -f 0' \
	sh -c '(ulimit -f 0; exec nst-convert run.sqlite) 2>&1 | cat >&2; exit 1'
if unshare -rm sh -c 'mount -t tmpfs none /mnt' 2>/dev/null; then
	# a disk that is full, for temporary files, or for what is made
	printf '%s\n' '#!/bin/sh' 'mount -t tmpfs -o size=64k none "$1" && cp "$2" "$1/in.sqlite"' \
		'head -c 100000 /dev/zero >"$1/full" 2>/dev/null' 'shift 2' '"$@"' >"$tmp/bin/full"
	chmod +x "$tmp/bin/full"
	run unshare -rm full "$TMPDIR" /dev/null nst-convert run.sqlite
	is "$status $(messages) $(cmp run.json "$tmp/sample.json" && echo same)" '0  same' \
		'a full TMPDIR is no hindrance'
	rm -r run.json .nst-convert
	run unshare -rm full "$TMPDIR" /dev/null \
		nst-convert --to perfetto --min-activity 1% run.sqlite
	like "$status $(said)" \
		'^1 nst-convert: run.sqlite: not converted: nst-perfetto: .*No space left on dev' \
		'a full TMPDIR for the copy of nst-perfetto'
	mkdir full
	run unshare -rm full full /dev/null nst-convert -o full/x run.sqlite
	like "$status $(said)" '^1 nst-convert: run.sqlite: .*No space left on device$' \
		'a full disk for the trace'
	rmdir full
else
	report 0 'full disks # SKIP no file system can be mounted here'
fi
finish
