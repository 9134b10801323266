#!/bin/sh
# SPDX-License-Identifier: MIT
# The usage that a program prints is the SYNOPSIS of its page, and each option of the usage is
# described.
. tests/tap.sh

command -v mandoc >/dev/null || skipall "mandoc is not installed"

# usage: what --help prints before its first empty line, without the word that it begins with.
usage() {
	sed -e '/^$/,$d' -e 's/^usage: //' "$tmp/out"
}

# words: standard input with single blanks.
words() {
	tr -s ' \t\n' ' ' | sed 's/^ //; s/ $//'
}

# synopsis PAGE: as rendered, on long lines so that nothing is broken at a hyphen.
synopsis() {
	mandoc -Tascii -O width=1000 "$1" | sed "s/.$(printf '\b')//g" | sed -n '/^SYNOPSIS/,/^DESCRIPTION/p' | sed '1d; $d' | words
}

for page in man/*.1; do
	program=${page##*/}
	program=${program%.1}
	run "$program" --help
	is "$status" 0 "$program --help: exit status"
	is "$(synopsis "$page")" "$(usage | words)" "$program: usage is the synopsis"
	sed '/^\.Sh OPTIONS/,/^\.Sh EXIT/!d' "$page" >"$tmp/options"
	missing=
	for option in $(usage | grep -o -e '--[a-z][a-z-]*' | sort -u) --help --version; do
		grep -q -e "^\.It Fl ${option#-}\( \|\$\)" "$tmp/options" || missing="$missing $option"
	done
	is "$missing" "" "$program: each option is described"
	unknown=
	for option in $(sed -n 's/^\.It Fl \(-[a-z-]*\).*/-\1/p' "$tmp/options"); do
		case $option in
		--help | --version) continue ;;
		esac
		usage | grep -q -e "${option}[] ]" -e "$option\$" || unknown="$unknown $option"
	done
	is "$unknown" "" "$program: each option described is in the usage"
done

finish
