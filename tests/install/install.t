#!/bin/sh
# SPDX-License-Identifier: MIT
# make install puts programs, pages and completions where they are looked for, and make uninstall
# leaves nothing.
. tests/tap.sh

build=${BUILD#"$top/"}
case $build in
*/sanitize) skipall 'what has a sanitizer in it is not installed' ;;
esac
# from HOW: make with a folder of its own.
from() {
	run make -s MAKEFLAGS= BUILD="$build" "$@"
}

from install DESTDIR="$tmp/root" PREFIX=/usr
is "$status $(cat "$tmp/out" "$tmp/err")" "0 installed programs in $tmp/root/usr/bin, manual pages in $tmp/root/usr/share/man" 'install: status, and where'
root=$tmp/root/usr
for program in bin/*.c scripts/nst-*; do
	name=${program##*/}
	name=${name%.c}
	ok "$name" test -x "$root/bin/$name"
	ok "$name: page" test -f "$root/share/man/man1/$name.1"
	ok "$name: bash" test -f "$root/share/bash-completion/completions/$name"
done
is "$(find "$root/bin" -type f | wc -l)" "$(find bin scripts/nst-* -type f | wc -l)" 'no other programs'
is "$(cd "$root/share/man" && find . -type f | sed 's|.*/||' | sort)" "$(cd man && find . -type f | sed 's|.*/||' | sort)" 'all pages, and no others'
ok 'zsh' test -s "$root/share/zsh/site-functions/_nst"
ok 'fish' test -s "$root/share/fish/vendor_completions.d/nst-dump.fish"
for page in "$root"/share/doc/nst/*.md; do
	for link in $(grep -o '](\([A-Za-z./0-9-]*\))' "$page" | tr -d ']()'); do
		case ${page##*/} in
		HACKING.md) continue ;; # a map of the sources
		esac
		ok "${page##*/}: $link is installed" test -e "$root/share/doc/nst/$link"
	done
done
run "$root/bin/nst" help
is "$status" 0 'it runs where it is'
like "$("$root/bin/nst" -n help dump)" '/share/man/man1/nst-dump\.1$' 'nst help finds the page'
is "$(find "$tmp/root" -perm /022 ! -type l)" '' 'nobody else may write there'

from uninstall DESTDIR="$tmp/root" PREFIX=/usr
is "$status $(cat "$tmp/out" "$tmp/err")" "0 removed programs from $tmp/root/usr/bin, manual pages from $tmp/root/usr/share/man" 'uninstall: status'
is "$(find "$tmp/root" ! -type d 2>/dev/null)" '' 'uninstall: no file is left'
is "$(find "$tmp/root" -mindepth 1 2>/dev/null)" '' 'uninstall: no folder is left'
mkdir -p "$root/bin" "$root/share/man/man1"
: >"$root/bin/other"
: >"$root/share/man/man1/other.1"
from install DESTDIR="$tmp/root" PREFIX=/usr
from uninstall DESTDIR="$tmp/root" PREFIX=/usr
is "$(cd "$root" && find . -type f | sort | paste -s -d ' ')" './bin/other ./share/man/man1/other.1' "uninstall: what is others' stays"

finish
