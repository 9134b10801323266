# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp, BUILD and status are those of tests/tap.sh
# Runs programs of tests/unit. Sourced after tests/tap.sh.
TMPDIR=$tmp
# Some fork thousands of times, and a fork takes longer the more freed memory ASan holds back.
ASAN_OPTIONS=${ASAN_OPTIONS:+$ASAN_OPTIONS:}quarantine_size_mb=1
export TMPDIR ASAN_OPTIONS

# unit NAME: runs a program of tests/unit and renumbers the TAP that it prints.
unit() {
	run "$BUILD/unit/$1"
	before=$tests
	checks=$(grep -c -E '^(not )?ok ' "$tmp/out")
	awk -v before="$before" -v name="$1" '
		/^(not )?ok / {
			sub(/ok [0-9]+ - /, "ok " (++before) " - " name ": ")
			print
		}' "$tmp/out"
	tests=$((tests + checks))
	failed=$((failed + $(grep -c '^not ok ' "$tmp/out")))
	[ ! -s "$tmp/err" ] || sed "s/^#* */# $1: /" "$tmp/err" >&2
	is "$(tail -n 1 "$tmp/out")" "1..$checks" "$1: all $checks checks were made"
	is "$status" "$(grep -q '^not ok ' "$tmp/out" && echo 1 || echo 0)" "$1: its status says how they went"
}
