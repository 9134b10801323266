#!/bin/sh
# SPDX-License-Identifier: MIT
# What "make bench" prints, and how it gets into doc/benchmarks.md and doc/guide.md: on the sample,
# once.
. tests/tap.sh

# The programs, and a folder of their own for profiles.
mkdir "$tmp/build" "$tmp/build/bench"
ln -s "$BUILD/bin" "$BUILD/sample.sqlite" "$tmp/build"
ln -s "$BUILD/bench/floor" "$BUILD/bench/measure" "$tmp/build/bench"
ln -s "$top/tests" "$tmp"
mkdir "$tmp/doc"
cp doc/benchmarks.md doc/guide.md "$tmp/doc"
cd "$tmp" || exit

# measured SCRIPT PART...
measured() {
	script=$1
	shift
	run env BUILD=build RUNS=1 "tests/bench/$script" build/sample.sqlite 2 "$@"
}

# between NAME FILE: what stands between marks; around: all else, marks too.
between() {
	sed -n "/^<!-- begin $1 -->\$/,/^<!-- end $1 -->\$/p" "$2" | sed '1d; $d'
}
around() {
	sed "/^<!-- begin $1 -->\$/,/^<!-- end $1 -->\$/{/^<!--/!d}" "$2"
}

measured bench programs
is "$status" 0 'programs'
for row in floor nst-import nst-dump nst-chrome pipeline chain; do
	like "$(cat out)" "^$row +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+ " "programs: $row"
done
is "$(awk '$1 == "floor" { print $5 }' out)" 1.00 'programs: the floor in terms of itself'
like "$(cat out)" '^chain takes [0-9.]+ of the wall time of pipeline, [0-9.]+ of its CPU time' \
	'programs: one process in terms of a pipe'
measured bench answers
is "$status" 0 'answers'
for row in window window-stream report summary diff json pftrace page; do
	like "$(cat out)" "^$row +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.]+  nst" \
		"answers: $row, with its command"
done
like "$(cat out)" '^(mlr-names +[0-9.]+ .* mlr |mlr-names +- .*mlr is not installed$)' \
	'answers: a program that may be absent'
: "${KINETO:=$top/../shared/kineto}"
if [ -e "$KINETO/README.md" ]; then
	export KINETO KINETO_TIMES=1
	measured bench kineto
	is "$status" 0 'kineto'
	like "$(cat out)" '^nst-dump \| nst-link: [0-9.]+ s, [0-9.]+ s CPU, [0-9.]+ MiB' 'kineto: a pipeline'
	events=$(gzip -dc "$KINETO/resnet-ddp-v100-ns.json.gz" | jq '.traceEvents | length')
	like "$(sed 1q out)" "^resnet-ddp-v100-ns-1.json: [0-9.]+ MB, $events events; " 'kineto: its events'
else
	skip 'kineto' 'no traces of PyTorch'
fi
measured bench nothing
is "$status $(tail -n 1 err)" '2 bench: nothing: no such part' 'no such part'

cp doc/benchmarks.md before
measured benchmarks reports machine
is "$status" 0 'into the page'
is "$(between machine doc/benchmarks.md | sed 1q)" \
	"    \$ make bench PARTS=machine BENCH_N=2 RUNS=1" 'into the page: the command'
like "$(between machine doc/benchmarks.md)" "^    $(nproc) cores of " 'into the page: what it printed'
like "$(between reports doc/benchmarks.md)" '^    report takes [0-9.]+ of the wall time of nst-dump' \
	'into the page: all that was asked for'
around reports doc/benchmarks.md | sed '/^    /d' >rest
around reports before | sed '/^    /d' >want
same rest want 'into the page: the text around stays'
between programs doc/benchmarks.md >rest
between programs before >want
same rest want 'into the page: so do other figures'

cp doc/benchmarks.md before
measured benchmarks machine nothing
is "$status $(tail -n 1 err)" \
	"1 paste: build/bench/benchmarks.md has not the marks of 'nothing' that it had" 'no mark'
same doc/benchmarks.md before 'no mark: the page is as it was'
# A program that fails, when other figures are there already.
rm build/bin
mkdir build/bin
ln -s "$BUILD"/bin/* build/bin
rm build/bin/nst-chain
printf '#!/bin/sh\nexit 3\n' >build/bin/nst-chain
chmod +x build/bin/nst-chain
measured benchmarks machine traces
is "$status" 1 'a program that fails'
like "$(tail -n 1 err)" '^measure: failed: .*nst-chain' 'a program that fails: which'
same doc/benchmarks.md before 'a program that fails: the page is as it was'
for part in machine answers programs traces kineto reports pages merging runs; do
	ok "$part has a place in the page" tests/bench/paste doc/benchmarks.md "$part" </dev/null
done
ok 'sizes have a place in the guide' tests/bench/paste doc/guide.md sizes </dev/null

printf '%s\n' a '<!-- end x -->' b '<!-- begin x -->' c >page
cp page before
run tests/bench/paste page x </dev/null
is "$status" 1 'an end before its begin'
same page before 'an end before its begin: the file is as it was'
finish
