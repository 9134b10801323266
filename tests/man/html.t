#!/bin/sh
# SPDX-License-Identifier: MIT
# The manual as HTML: every page, a contents page that names each, links that lead somewhere, and
# nothing of the machine.
. tests/tap.sh

command -v mandoc >/dev/null || skipall 'mandoc is not installed'
scripts/manhtml "$tmp/html" "$(cat VERSION)" man/* >"$tmp/out" 2>&1
is "$? $(cat "$tmp/out")" '0 ' 'manhtml: status'
cd "$tmp/html" || exit 1

# files: what is in the folder, and what has to be there.
ls >"$tmp/files"
{
	for page in "$top"/man/*; do
		echo "${page##*/}.html"
	done
	echo index.html
	echo nst.css
} | LC_ALL=C sort >"$tmp/wanted"
same "$tmp/files" "$tmp/wanted" 'a file for each page, the contents and the style'

# links FILE: the addresses that it links to.
links() {
	grep -o 'href="[^"]*"' "$1" | sed 's/^href="//; s/"$//' | sort -u
}

links index.html | grep '^nst.*html$' >"$tmp/listed"
same "$tmp/listed" "$(grep '^nst.*html$' "$tmp/files" >"$tmp/pages"; echo "$tmp/pages")" 'the contents list every page'
for page in "$top"/man/*; do
	name=${page##*/}
	file=$name.html
	ok "$name: NAME" grep -qF ">${name%.*}</" "$file"
	what=$(sed -n 's/^\.Nd //p' "$page")
	ok "$name: the contents say what it is for" grep -qF "<dd>$what</dd>" index.html
	bad=
	for link in $(links "$file"); do
		case $link in
		\#*) grep -qF "id=\"${link#?}\"" "$file" || bad="$bad $link" ;;
		https://manpages.debian.org/nst*) bad="$bad $link" ;;
		http:* | https:*) ;;
		*) [ -e "${link%%#*}" ] || bad="$bad $link" ;;
		esac
	done
	is "$bad" '' "$name: its links lead somewhere"
	# all pages of nst that the source refers to are links
	sed -n 's/^\.\(It \)\{0,1\}Xr \(nst[^ ]*\) \([0-9]\).*/\2.\3.html/p' "$page" | sort -u >"$tmp/referred"
	links "$file" >"$tmp/linked"
	is "$(comm -23 "$tmp/referred" "$tmp/linked")" '' "$name: references are links"
	ok "$name: links to the contents" grep -qx index.html "$tmp/linked"
done
is "$(grep -l -F -e "$top/" -e "$tmp/" -e "$(uname -r)" -- * | paste -s -d ,)" '' 'no path of this machine, no version of its kernel'
finish
