#!/bin/sh
# SPDX-License-Identifier: MIT
# The unit tests of lib/: each program of tests/unit prints TAP of its own, which is renumbered here.
. tests/tap.sh
TMPDIR=$tmp
export TMPDIR

for source in tests/unit/*.c; do
	name=${source##*/}
	name=${name%.c}
	run "$BUILD/unit/$name"
	before=$tests
	checks=$(grep -c -E '^(not )?ok ' "$tmp/out")
	awk -v before="$before" -v name="$name" '
		/^(not )?ok / {
			sub(/ok [0-9]+ - /, "ok " (++before) " - " name ": ")
			print
		}' "$tmp/out"
	tests=$((tests + checks))
	failed=$((failed + $(grep -c '^not ok ' "$tmp/out")))
	[ ! -s "$tmp/err" ] || sed "s/^#* */# $name: /" "$tmp/err" >&2
	is "$(tail -n 1 "$tmp/out")" "1..$checks" "$name: all $checks checks were made"
	is "$status" "$(grep -q '^not ok ' "$tmp/out" && echo 1 || echo 0)" "$name: its status says how they went"
done
finish
