# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp and BUILD are those of tests/tap.sh
# What the viewer tests share. Sourced after tests/tap.sh.

query=tests/viewers/perfetto-query

# Perfetto's trace processor, or the script is skipped.
needperfetto() {
	echo '[{"ph":"X","cat":"c","name":"n","pid":1,"tid":2,"ts":1,"dur":1}]' >"$tmp/try.json"
	"$query" "$tmp/try.json" 'select 1' >/dev/null 2>"$tmp/try.err" || skipall "no trace processor: $(tail -n 1 "$tmp/try.err")"
}

# DevTools' trace parser in $BUILD/viewers, or the script is skipped.
needdevtools() {
	mkdir -p "$BUILD/viewers"
	if ! cmp -s tests/viewers/package-lock.json "$BUILD/viewers/package-lock.json"; then
		cp tests/viewers/package.json tests/viewers/package-lock.json "$BUILD/viewers"
		(cd "$BUILD/viewers" && npm ci --ignore-scripts) >"$tmp/npm" 2>&1 || {
			rm -f "$BUILD/viewers/package-lock.json"
			skipall "no DevTools parser: $(tail -n 1 "$tmp/npm")"
		}
	fi
	cp tests/viewers/devtools.mjs "$BUILD/viewers"
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
