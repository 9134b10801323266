# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp is that of tests/tap.sh
# Golden cases, files beside each other: NAME.cmd is run by sh in the folder of the cases; NAME.out, NAME.err and NAME.exit are what it must give,
# absent ones standing for nothing, nothing and 0. "make goldens" sets REWRITE and takes what it gives for what it must give.

# cases FOLDER: runs all cases of a folder.
cases() {
	for cmd in "$1"/*.cmd; do
		case=${cmd%.cmd}
		status=0
		(cd "$1" && sh "./${cmd##*/}") >"$tmp/out" 2>"$tmp/err" </dev/null || status=$?
		echo "$status" >"$tmp/exit"
		[ "$status" -ne 0 ] || : >"$tmp/exit"
		for part in out err exit; do
			if [ -n "${REWRITE-}" ]; then
				rm -f "$case.$part"
				[ ! -s "$tmp/$part" ] || cp "$tmp/$part" "$case.$part"
			fi
			[ -e "$case.$part" ] || : >"$tmp/nothing"
			if [ -e "$case.$part" ]; then
				same "$tmp/$part" "$case.$part" "${case##*/}: $part"
			else
				same "$tmp/$part" "$tmp/nothing" "${case##*/}: no $part"
			fi
		done
	done
}
