#!/bin/sh
# SPDX-License-Identifier: MIT
# README shows the output of its commands: this runs each again on the sample, and follows the links.
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'
# A command begins with "$ ", indented, and continues with "> "; its output follows, up to the next
# command or to text.
awk -v dir="$tmp" '
	/^    \$ / { n++; print substr($0, 7) > (dir "/" n ".cmd"); inside = 1; blank = 0; next }
	inside && /^    > / { print substr($0, 7) > (dir "/" n ".cmd"); next }
	/^$/ { blank += inside; next }
	!/^    / { inside = 0; next }
	inside {
		for (; blank > 0; blank--)
			print "" > (dir "/" n ".out")
		print substr($0, 5) > (dir "/" n ".out")
	}' README.md
n=0
mkdir "$tmp/folder"
while [ -e "$tmp/$((n + 1)).cmd" ]; do
	n=$((n + 1))
	(cd "$tmp/folder" && sh "$tmp/$n.cmd") >"$tmp/got" 2>"$tmp/err"
	is "$?" 0 "$(cat "$tmp/$n.cmd")"
	[ -e "$tmp/$n.out" ] || : >"$tmp/$n.out"
	same "$tmp/got" "$tmp/$n.out" '... what it prints'
done
ok 'README has commands' test "$n" -ge 5
for link in $(grep -o '](\([A-Za-z./]*\))' README.md | tr -d ']()'); do
	ok "$link is there" test -e "$link"
done
ok 'README has fewer than 100 lines' test "$(wc -l <README.md)" -lt 100
is "$(awk 'length > 100' README.md)" '' 'README: at most 100 columns'

finish
