#!/bin/sh
# SPDX-License-Identifier: MIT
# Each program once under valgrind's memcheck: it sees bytes that were never written, which the
# sanitizers do not.
. tests/tap.sh

command -v valgrind >/dev/null || skipall 'valgrind is not installed'
! readelf -W -s "$BUILD/bin/nst-filter" | grep -q __asan_init || skipall 'these programs have AddressSanitizer in them'
run valgrind -q nst-filter --version
! grep -q 'debuginfo reader' "$tmp/err" || skipall 'this valgrind cannot read what this compiler writes for debuggers'

# checked PROGRAM ARGUMENT...: it does its work, and memcheck has nothing to say.
checked() {
	chosen || {
		run "$@"
		return
	}
	run valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite "$@"
	is "$status $(grep '^==' "$tmp/err" | head -n 12)" '0 ' "$*"
}

sample=$(profile sample)
checked nst-mkreport --quiet "$sample" "$tmp/sample.nsys-rep"
checked nst-import "$tmp/sample.nsys-rep" "$tmp/import.sqlite"
checked nst-import --force --all-strings --proven "$tmp/sample.nsys-rep" "$tmp/import.sqlite"
checked nst-import --tables
checked nst-dump -j 2 --stacks "$tmp/sample.nsys-rep"
checked nst-dump --stacks --names mangled --from 0 "$sample"
checked nst-dump "$sample"
cp "$tmp/out" "$tmp/dump"
checked nst-dump -j 2 "$sample"
checked nst-chain nst-dump "$sample" '|' nst-link '|' nst-filter --rename 's/a/b/' '|' nst-chrome
checked nst-chain nst-dump "$sample" '|' nst-link '|' nst-state '|' nst-sum
checked nst-link "$tmp/dump"
cp "$tmp/out" "$tmp/linked"
checked nst-filter --color '{"^void":"good"}' --match . "$tmp/linked"
checked nst-sum "$tmp/linked"
checked nst-sum --json --by type,name,nvtx,tid "$tmp/linked"
checked nst-chrome "$tmp/linked"
checked nst-perfetto "$tmp/linked"
checked nst-state "$tmp/linked"
cp "$tmp/out" "$tmp/stated"
checked nst-advise "$tmp/stated"
checked nst-path --range Step "$tmp/stated"
checked nst-replay --scale gemm=0.5 "$tmp/stated"
nst-advise "$tmp/stated" >"$tmp/advised"
checked nst-replay --findings "$tmp/advised"
checked nst-advise --text "$tmp/stated"
checked nst-page "$tmp/stated"
cp "$tmp/out" "$tmp/page"
checked nst-page --budget 150k "$tmp/stated"
checked nst-page --index "$tmp/page" "$tmp/page"
checked nst-diff --json --gate 5% "$sample" "$tmp/linked"
checked nst-diff --markdown --by type,device,nvtx,name --old "$tmp/linked" "$tmp/linked" --new "$tmp/linked" "$tmp/linked"
checked nst-fold --captured "$tmp/linked"
checked nst-fold --what cpu --pprof "$tmp/linked"
checked nst-fold --what samples "$tmp/linked"
for tool in gzip zstd xz; do
	! command -v $tool >/dev/null || $tool -c <"$tmp/linked" >"$tmp/packed"
	checked nst-filter "$tmp/packed"
	head -c 5000 "$tmp/packed" >"$tmp/cut"
	run valgrind -q --error-exitcode=99 --leak-check=full --errors-for-leak-kinds=definite nst-filter "$tmp/cut"
	is "$status $(grep '^==' "$tmp/err" | head -n 12)" '1 ' "nst-filter: cut by $tool"
done
for program in nst-link nst-filter nst-sum nst-chrome nst-perfetto nst-fold nst-page; do
	checked "$program" tests/stream/small.ndjson
done

finish
