#!/bin/sh
# SPDX-License-Identifier: MIT
# README and the cookbook show the output of their commands: this runs each again on the sample, and
# follows the links.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'

# commands PAGE: writes each command to $tmp/N.cmd, and the output below it to $tmp/N.out. A command
# begins with "$ ", indented, and continues with "> "; its output ends at the next command or at
# text.
commands() {
	rm -f "$tmp"/*.cmd "$tmp"/*.out
	awk -v dir="$tmp" '
		/^    \$ / { n++; print substr($0, 7) > (dir "/" n ".cmd"); inside = 1; blank = 0; next }
		inside && /^    > / { print substr($0, 7) > (dir "/" n ".cmd"); next }
		/^$/ { blank += inside; next }
		!/^    / { inside = 0; next }
		inside {
			for (; blank > 0; blank--)
				print "" > (dir "/" n ".out")
			print substr($0, 5) > (dir "/" n ".out")
		}' "$1"
}

# try PAGE LEAST: its commands, at least so many, print what it shows; its links lead to files.
try() {
	commands "$1"
	rm -rf "$tmp/folder"
	mkdir "$tmp/folder"
	n=0
	while [ -e "$tmp/$((n + 1)).cmd" ]; do
		n=$((n + 1))
		(cd "$tmp/folder" && sh "$tmp/$n.cmd") >"$tmp/got" 2>"$tmp/err"
		is "$?" 0 "${1##*/}: $(cat "$tmp/$n.cmd")"
		[ -e "$tmp/$n.out" ] || : >"$tmp/$n.out"
		sed 's/ *$//' "$tmp/got" >"$tmp/trimmed"
		same "$tmp/trimmed" "$tmp/$n.out" '... what it prints'
	done
	ok "$1 has commands" test "$n" -ge "$2"
	for link in $(grep -o '](\([A-Za-z./0-9-]*\))' "$1" | tr -d ']()'); do
		ok "$link is there" test -e "$(dirname "$1")/$link"
	done
	for link in $(grep -o '](#[a-z-]*)' "$1" | tr -d ']()#'); do
		ok "$link is a heading" sh -c "sed -n 's/^##* //p' '$1' | tr 'A-Z ' 'a-z-' | grep -qx '$link'"
	done
	is "$(sed 's/^    //' "$1" | LC_ALL=C awk '!/^[|]/ { line = $0; gsub(/[\200-\277]/, "") } !/^[|]/ && length > 100 { print line }')" '' "$1: at most 100 columns"
}

try README.md 5
ok 'README has fewer than 100 lines' test "$(wc -l <README.md)" -lt 100
try doc/guide.md 30
is "$(grep '^### ' doc/guide.md | sed 's/^### \([0-9]*\)\..*?$/\1/')" "$(seq 30)" 'the cookbook has thirty questions'
# each has a command
is "$(awk '/^##/ { if (name != "" && !n) print name; name = ""; n = 0 } /^### / { name = $0 } /^    \$ / { n++ } END { if (name != "" && !n) print name }' doc/guide.md)" '' 'each question has a command'

finish
