# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp is that of tests/tap.sh
# Made streams for the tests of nst-advise.

# made LINES [STEP]: makes the stream that made.awk describes, with links and states; with STEP also
# with steps.
made() {
	printf '%s\n' "$1" | awk -f tests/nst-advise/made.awk | LC_ALL=C sort -s -t: -k2,2n >"$tmp/made"
	last=$(jq -s 'map(.ts) | max' "$tmp/made")
	printf '{"ts":%s,"type":"end","events":%s}\n' "$last" "$(($(wc -l <"$tmp/made") - 1))" >>"$tmp/made"
	if [ $# -gt 1 ]; then
		nst-link "$tmp/made" 2>"$tmp/err" | nst-step 2>>"$tmp/err" | nst-state >"$tmp/states" 2>>"$tmp/err"
	else
		nst-link "$tmp/made" 2>"$tmp/err" | nst-state >"$tmp/states" 2>>"$tmp/err"
	fi
}

# finding RULE: its cost, what that is of, how often and the range; nothing if there is no finding.
finding() {
	nst-advise --only "$1" "$tmp/states" | jq -r --arg rule "$1" 'select(.type == "finding") |
		if .name == $rule then [.args.cost, .args.cost_of, .args.count, .args.range // "-"] | join(" ")
		else "another rule: " + .name end'
}
