#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs and scripts work in a bare root, where /proc is not mounted.
. tests/tap.sh

hide='mount -t tmpfs none /proc'
unshare -m sh -c "$hide" 2>/dev/null || skipall 'it takes root to hide /proc'
# AddressSanitizer reads /proc/self/maps.
! grep -q __asan_init "$BUILD/bin/nst-dump" || skipall 'a sanitizer needs /proc'
cp "$BUILD/sample.sqlite" "$BUILD/sample.nsys-rep" "$tmp"
cd "$tmp" || exit

# bare COMMAND...: runs it where /proc is not mounted.
bare() {
	run unshare -m sh -c "$hide && exec \"\$@\"" - "$@"
}

# alike DESCRIPTION COMMAND...: it prints what it prints elsewhere.
alike() {
	what=$1
	shift
	run "$@"
	mv "$tmp/out" "$tmp/expected"
	bare "$@"
	is "$status" 0 "$what"
	same "$tmp/out" "$tmp/expected" "$what: as elsewhere"
}

alike 'a question' nst kernels sample.nsys-rep
alike 'two runs' nst-diff sample.sqlite sample.nsys-rep
alike 'a table of nsys' nst-stats -r cuda_gpu_kern_sum sample.sqlite
bare nst-convert -o trace sample.sqlite
is "$status" 0 'a trace'
run nst-convert -o expected sample.sqlite
same trace.json expected.json 'a trace like elsewhere'
bare nst-series --from sample.sqlite -o series --event .
is "$status" 0 'a series'
is "$(find . -name '.nst-*-*')" '' 'no unfinished file is left'
finish
