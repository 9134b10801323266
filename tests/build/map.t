#!/bin/sh
# SPDX-License-Identifier: MIT
# tests/map names the tests of each file; tests/choose finds them.
. tests/tap.sh

# Folders of tests that no file needs: those of fuzz have no scripts.
EXCEPT='tests/fuzz'

# lines: the lines of a map without comments.
lines() {
	sed 's/#.*//' "$1" | grep '[^ ]'
}

# uncovered MAP FILE...: the files that no line of a map has tests for.
uncovered() {
	lines "$1" | awk 'NF > 1 { print $1 }' >"$tmp/prefixes"
	shift
	printf '%s\n' "$@" | awk -v prefixes="$tmp/prefixes" '
		BEGIN { while ((getline <prefixes) > 0) known[$0] }
		{
			for (n = length($0); n > 0; n--)
				if (substr($0, 1, n) in known)
					next
			print
		}'
}

# unmatched MAP: the globs that match nothing, and the prefixes of no file.
unmatched() {
	lines "$1" | while read -r prefix globs; do
		set -- "$prefix"*
		[ -e "$1" ] || echo "$prefix"
		for glob in $globs; do
			# shellcheck disable=SC2086 # a glob
			set -- ${glob#\~}
			[ -e "$1" ] || echo "$glob"
		done
	done
}

# unreached MAP: the folders of tests of which no line names a test, but for the exceptions.
unreached() {
	lines "$1" | while read -r _ globs; do
		for glob in $globs; do
			# shellcheck disable=SC2086 # a glob
			printf '%s\n' ${glob#\~}
		done
	done | sed 's,/[^/]*$,,' | sort -u >"$tmp/reached"
	for folder in tests/*/; do
		folder=${folder%/}
		case " $EXCEPT " in
		*" $folder "*) continue ;;
		esac
		grep -qx "$folder" "$tmp/reached" || echo "$folder"
	done
}

find lib bin scripts man -type f >"$tmp/files"
# shellcheck disable=SC2046 # paths without blanks
is "$(uncovered tests/map $(cat "$tmp/files"))" '' \
	'each file of lib, bin, scripts and man has tests'
is "$(unmatched tests/map)" '' 'each prefix is that of a file, and each glob matches a test'
is "$(unreached tests/map)" '' 'each folder of tests has tests of some file'
for folder in $EXCEPT; do
	is "$(find "$folder" -name '*.t')" '' "$folder has no scripts"
done

# A map that lacks all three.
mkdir -p "$tmp/small/lib/a" "$tmp/small/tests/x" "$tmp/small/tests/y" "$tmp/small/tests/z"
cp tests/choose "$tmp/small/tests"
cd "$tmp/small" || exit
touch lib/a/a.c lib/a/ab.c lib/c.c
touch tests/x/1.t tests/x/2.t tests/x/3.t tests/y/1.t tests/y/help.sh tests/z/1.t
cat >tests/map <<'EOF'
# a comment
lib/a/    tests/x/*.t ~tests/x/2.t # another
lib/a/ab  tests/y/1.t
lib/a/ab  ~tests/none/*.t ~tests/x/3.t
lib/b     tests/x/1.t
EOF
is "$(uncovered tests/map lib/a/a.c lib/a/ab.c lib/c.c)" 'lib/c.c' \
	'a file that has no tests is found'
is "$(unmatched tests/map | paste -s -d ' ')" \
	'~tests/none/*.t lib/b' 'a glob and a prefix without files are found'
is "$(unreached tests/map)" 'tests/z' 'a folder that no line names is found'

# chosen ARGUMENTS...: what choose prints, on one line.
chosen() {
	perl tests/choose "$@" 2>"$tmp/err" | paste -s -d ' '
}

is "$(chosen lib/a/a.c)" 'tests/x/1.t tests/x/3.t' 'choose: fast tests'
is "$(chosen -s lib/a/a.c)" 'tests/x/1.t tests/x/3.t tests/x/2.t' 'choose -s: slow tests come last'
is "$(chosen lib/a/ab.c)" 'tests/y/1.t' 'choose: the longest prefix counts'
is "$(chosen -s lib/a/a.c lib/a/ab.c)" \
	'tests/x/1.t tests/x/3.t tests/y/1.t tests/x/2.t' 'choose: each test once'
is "$(chosen lib/a/gone.c)" 'tests/x/1.t tests/x/3.t' 'choose: a file that was removed'
is "$(chosen tests/x/2.t)" 'tests/x/2.t' 'choose: a test is its own test'
is "$(chosen tests/y/help.sh)" 'tests/y/1.t' 'choose: the tests of a folder'
is "$(chosen tests/y/gone.t)$(cat "$tmp/err")" '' 'choose: a test that was removed'
is "$(chosen lib/c.c)$(cat "$tmp/err")" 'choose: no tests of lib/c.c' 'choose: no tests'
finish
