# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp and status are those of tests/tap.sh
# Files that nst-dump cannot read, and a folder for them in which it must leave nothing. Sourced
# after tap.sh.

box=$tmp/box
mkdir "$box"

# contents: all files of the box, with their sizes and sums.
contents() {
	(cd "$box" && find . -type f -exec cksum {} + | sort)
}

# fails DESCRIPTION PATTERN FILE: it cannot be read, and one line says why.
fails() {
	before=$(contents)
	run timeout 20 nst-dump "$3"
	is "$status $(wc -c <"$tmp/out")" '1 0' "$1: fails"
	is "$(wc -l <"$tmp/err")" 1 "$1: one line says why"
	like "$(cat "$tmp/err")" "^nst-dump: $3: .*$2" "$1: what it says"
	is "$(contents)" "$before" "$1: nothing is left beside it"
}
