# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp and BUILD are those of tests/tap.sh
# Functions of the viewer tests. Sourced after tests/tap.sh.

query=tests/viewers/perfetto-query

# oldperfetto TRACE: the trace processor is older than 2026, as that of Debian 12 without its
# security updates. It answers a statement with a row, and draws another tree of tracks.
oldperfetto() {
	[ "$("$query" "$1" "include perfetto module viz.summary.track_event" | wc -l)" -gt 0 ]
}

# Perfetto's trace processor, or the script is skipped.
needperfetto() {
	echo '[{"ph":"X","cat":"c","name":"n","pid":1,"tid":2,"ts":1,"dur":1}]' >"$tmp/try.json"
	# one at a time: the first installs it
	flock "$BUILD/viewers.lock" "$query" "$tmp/try.json" 'select 1' >/dev/null 2>"$tmp/try.err" || skipall "no trace processor: $(tail -n 1 "$tmp/try.err")"
	! oldperfetto "$tmp/try.json" || skipall "the trace processor is too old: bookworm-security has a newer chromium-shell"
}

# neednpm WHAT: the packages of package-lock.json in $BUILD/viewers, of which WHAT is one, or the
# script is skipped.
neednpm() {
	command -v npm >/dev/null ||
		skipall "no $1: npm is not installed: 'scripts/bootstrap viewers' does it"
	flock "$BUILD/viewers.lock" sh -c '
		mkdir -p "$1"
		cmp -s tests/viewers/package-lock.json "$1/package-lock.json" && cmp -s tests/viewers/devtools.mjs "$1/devtools.mjs" && exit
		cp tests/viewers/package.json tests/viewers/package-lock.json tests/viewers/devtools.mjs "$1"
		cd "$1" && npm ci --ignore-scripts --no-audit --no-fund --fetch-retries 0 || { rm -f package-lock.json; exit 1; }
	' - "$BUILD/viewers" >"$tmp/npm" 2>&1 || skipall "no $1: $(tail -n 1 "$tmp/npm")"
}

# draw NAME: the linked stream of a profile in $tmp/NAME.ndjson, its trace in $tmp/NAME.json.
draw() {
	nst-dump "$(profile "$1")" 2>/dev/null | nst-link >"$tmp/$1.ndjson" && nst-chrome "$tmp/$1.ndjson" >"$tmp/$1.json"
}

# ask TRACE SQL...: rows by tabs, without the lines of column names.
ask() {
	trace=$1
	shift
	for sql; do
		"$query" "$trace" "$sql" | tail -n +2
	done
}

# tree TRACE: prints its rows as Perfetto's UI draws them: lines of depth, label, kind, unit, scale
# and number of events.
tree() {
	"$query" "$1" "include perfetto module viz.summary.track_event" "$(cat tests/viewers/tree.sql)" | sed 1d | cut -f 1-6
}
