#!/bin/sh
# SPDX-License-Identifier: MIT
# What "make bench" prints of traces: sizes are those of the files, and each form has its times.
. tests/tap.sh

sample=$(profile sample)
mkdir "$tmp/build"
ln -s "$BUILD/bin" "$tmp/build"
mkdir "$tmp/build/bench"
ln -s "$BUILD/bench/measure" "$tmp/build/bench"
run env BUILD="$tmp/build" RUNS=1 tests/bench/traces "$sample"
is "$status" 0 'traces of the sample'
nst-dump "$sample" 2>/dev/null | nst-link 2>/dev/null >"$tmp/in"
slices=$(nst-chrome "$tmp/in" | jq '[.[] | select(.ph == "X")] | length')
for form in nst-chrome 'nst-perfetto --plain' nst-perfetto; do
	bytes=$($form "$tmp/in" | wc -c)
	want=$(awk -v bytes="$bytes" -v n="$slices" 'BEGIN { printf "%.1f", bytes / n }')
	like "$(cat "$tmp/out")" "^$form +$want +[0-9.]+ +[0-9.]+ +[0-9.]+ +[0-9.-]+ +[0-9.-]+ +[0-9.-]+\$" "$form: $want bytes a slice, and times"
done
like "$(cat "$tmp/out")" '^nst-chain, .*: [0-9.]+ s, [0-9.]+ s CPU, [0-9.]+ MiB$' 'all in one process'
is "$(ls "$tmp/build/bench")" measure 'nothing is left'
finish
