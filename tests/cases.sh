# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp is that of tests/tap.sh
# Golden cases: sh runs NAME.cmd in the folder of the cases. NAME.out, NAME.err and NAME.exit have
# the expected output, messages and status; an absent file means no output, no messages, status 0.
# "make goldens" sets REWRITE, and writes the actual results into these files.

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
