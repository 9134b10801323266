#!/bin/sh
# SPDX-License-Identifier: MIT
# pipe.t and failures.t with other numbers of processors: all tools in one thread, and each in a
# thread of its own.
. tests/tap.sh

! grep -q __asan_init "$BUILD/bin/nst-chain" || skipall 'a sanitizer has to be loaded before all else'
for cores in 1 8; do
	for test in pipe failures; do
		[ $cores$test != 1pipe ] || continue # that is pipe.t but for long chains
		status=0
		LD_PRELOAD=$BUILD/faults/fault.so FAULT_CORES=$cores sh tests/nst-chain/$test.t \
			>"$tmp/out" 2>"$tmp/err" || status=$?
		is "$status $(grep -m 5 "^not ok" "$tmp/out")" '0 ' "$cores processors: $test.t" ||
			note "$(cat "$tmp/err")"
		ok '... has tests' [ "$(grep -c '^ok' "$tmp/out")" -gt 20 ]
	done
done

# The main thread has nst-dump.
if command -v strace >/dev/null; then
	for cores in 1:1 2:2 4:3 8:5; do
		LD_PRELOAD=$BUILD/faults/fault.so FAULT_CORES=${cores%:*} strace -f -qq \
			-e trace=clone,clone3 -o "$tmp/trace" nst-chain nst-dump "$(profile sample)" '|' \
			nst-link '|' nst-step '|' nst-state '|' nst-advise '|' nst-sum >/dev/null 2>&1
		is "$(grep -c CLONE_THREAD "$tmp/trace")" $((${cores#*:})) "${cores%:*} processors: threads of the tools"
	done
else
	skip 'strace is not installed' 'threads of the tools'
fi
finish
