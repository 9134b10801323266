#!/bin/sh
# SPDX-License-Identifier: MIT
# No program or script writes over a file that it reads, under whatever name and with --force too,
# and none replaces an existing file without --force, or a link such as /dev/stdout ever.
. tests/tap.sh
. tests/nst-parquet/fleet.sh

duckdb=''
! haveduckdb || duckdb=1
mkdir "$tmp/work"
cd "$tmp/work" || exit
nst-dump "$BUILD/sample.sqlite" 2>"$tmp/said" | nst-link >"$tmp/rank0.ndjson" 2>"$tmp/said"
cp "$BUILD/sample.sqlite" "$tmp/run.sqlite"
cp "$BUILD/sample.nsys-rep" "$tmp/run.nsys-rep"

# refuses NAME INPUT TARGET COMMAND...: a command that writes TARGET and reads INPUT, a copy of a
# file, with its option to replace files. It must not replace its input under another name, nor
# anything without that option, which is the first argument; - where there is none.
refuses() {
	name=$1 input=$2 target=$3 force=$4
	shift 4
	for link in 'ln -f' 'ln -sf'; do
		rm -rf "$tmp/work"/*
		mkdir -p "$(dirname "$target")"
		cp "$tmp/$input" .
		$link "$tmp/work/$input" "$target"
		if [ "$force" != - ]; then
			run "$@" "$force"
			ok "$name, $link, $force: fails" test $status -ne 0
			like "$(grep -c -e 'itself' -e 'is the same file as' -e 'would replace what is read' "$tmp/err")" \
				'^[1-9]' "$name, $link, $force: says why" || note "$(cat "$tmp/err")"
			same "$input" "$tmp/$input" "$name, $link, $force: the input is as it was"
			ok "$name, $link, $force: so is its other name" test "$target" -ef "$input"
		fi
		run "$@"
		ok "$name, $link: fails" test $status -ne 0
		ok "$name, $link: the other name is as it was" test "$target" -ef "$input"
	done
	rm "$target"
	echo mine >"$target"
	run "$@"
	is "$(cat "$target")" mine "$name: an existing file stays" || note "$(cat "$tmp/err")"
	ok "$name: an existing file: fails" test $status -ne 0
}
refuses nst-import run.nsys-rep out.sqlite --force nst-import run.nsys-rep out.sqlite
refuses nst-mkreport run.sqlite out.nsys-rep --force nst-mkreport --quiet run.sqlite out.nsys-rep
refuses nst-convert run.sqlite out.sqlite --force nst-convert --to sqlite -o out run.sqlite
refuses 'nst-convert, a trace' run.sqlite out.json --force nst-convert -o out.json run.sqlite
refuses nst-stats run.sqlite out_cuda_gpu_kern_sum.csv --force-overwrite \
	nst-stats -r cuda_gpu_kern_sum -o out run.sqlite
refuses nst-series rank0.ndjson out.tsv --force nst-series --from rank0.ndjson --event . -o out
refuses nst-merge rank0.ndjson out.offset - nst-merge --offset out.offset rank0.ndjson rank0.ndjson
if [ -n "$duckdb" ]; then
	refuses nst-parquet rank0.ndjson run=r/rank=0/events.parquet --force \
		nst-parquet --run r rank0.ndjson
else
	skip "no DuckDB: 'scripts/bootstrap fleet' installs it" 'nst-parquet'
fi

# A file that appears while a script works.
rm -rf "$tmp/work"/*
echo whole >whole
echo mine >target
run nst-chain --place whole target
is "$status $(cat target whole)" "1 mine
whole" 'nst-chain --place: an existing file stays'
is "$(cat "$tmp/err")" 'nst-chain: target: it is there already; --force replaces it' \
	'nst-chain --place: says why'
run nst-chain --place --force whole target none
is "$status $(cat target)" '0 whole' 'nst-chain --place --force'
echo other >other
ln target input
run nst-chain --place --force other target none input
is "$status $(cat target other) $(cat "$tmp/err")" '1 whole
other nst-chain: target: it is the input itself' 'nst-chain --place --force: never over an input'

# A link to an open file, as /dev/stdout is: with standard output in a file, it leads to that.
echo other >other
ln -s /proc/self/fd/1 stdout
cp "$tmp/run.nsys-rep" "$tmp/run.sqlite" .
for command in 'nst-chain --place --force other stdout' 'nst-import --force run.nsys-rep stdout' \
	'nst-mkreport --quiet --force run.sqlite stdout'; do
	# shellcheck disable=SC2086 # words
	run $command
	is "$status $(readlink stdout)" '1 /proc/self/fd/1' "$command: a link to an open file stays"
	like "$(cat "$tmp/err")" 'stdout: an open file of this process' "$command: says why"
done

# nst-sample reads nothing.
echo mine >out.sqlite
run nst-sample out.sqlite
is "$status $(cat out.sqlite)" '1 mine' 'nst-sample: an existing file stays'
finish
