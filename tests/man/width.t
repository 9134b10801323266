#!/bin/sh
# SPDX-License-Identifier: MIT
# No line of a manual page is wider than 80 columns: by mandoc and by man-db, in ASCII and in UTF-8.
. tests/tap.sh

# wide: the lines of standard input that are wider than 80 characters, without overstrikes and
# colours.
wide() {
	LC_ALL=C sed "s/$(printf '\033')\[[0-9;]*m//g" | LC_ALL=C awk '{ whole = $0; gsub(/[\200-\277]/, ""); gsub(/.\010/, "") } length > 80 { print whole }'
}

# The check finds a line of 81 characters and passes one of 80, of which some have several bytes.
is "$(printf '%081d\n' 0 | wide | wc -l)" 1 'a line of 81 characters is too wide'
is "$(printf '%078d\303\234\303\234\n' 0 | wide | wc -l)" 0 'a line of 80 characters is not'
is "$(printf '%080d\b0\n' 0 | wide | wc -l)" 0 '... nor is one with a bold character'

if command -v mandoc >/dev/null; then
	for page in man/*; do
		for width in 78 80; do
			is "$(mandoc -Tascii -O width=$width "$page" | wide)$(mandoc -Tutf8 -O width=$width "$page" | wide)" '' "${page##*/}: mandoc, $width columns"
		done
	done
else
	skip 'mandoc is not installed' 'width by mandoc'
fi
# man of man-db tells its version; that of BSD systems is mandoc.
if man --version 2>/dev/null | grep -q '^man [0-9]' && command -v groff >/dev/null; then
	for page in man/*; do
		for locale in C C.UTF-8; do
			LC_ALL=$locale MANWIDTH=80 man -P cat -l "$page" >"$tmp/page" 2>"$tmp/err"
			ok "${page##*/}: man, $locale: is rendered" test -s "$tmp/page"
			is "$(wide <"$tmp/page")" '' "${page##*/}: man, $locale"
		done
	done
else
	skip 'man-db and groff are not installed' 'width by man-db'
fi
finish
