# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp and BUILD are those of tests/tap.sh
# Functions of the tests of nst-parquet and of nst-fleet(7).  Sourced after tests/tap.sh.

# DuckDB for Node, as "scripts/bootstrap fleet" installs it.
NODE_PATH=$top/build/fleet/node_modules
export NODE_PATH

# haveduckdb: whether it is there.
haveduckdb() {
	cmp -s tests/nst-parquet/package-lock.json "$NODE_PATH/made.json"
}

# needduckdb: DuckDB, or the script is skipped.  nst-parquet is a script, and engines do not depend
# on the sanitizer.
needduckdb() {
	case $BUILD in
	*/sanitize) skipall 'neither nst-parquet nor an engine has a sanitizer in it' ;;
	esac
	haveduckdb ||
		skipall "no DuckDB: 'scripts/bootstrap fleet' installs it"
	cp tests/nst-parquet/ask.cjs "$tmp"
}

# ask [FILE...]: the rows that the last statement of the files, or of standard input, gives.
ask() {
	cat "$@" | node "$tmp/ask.cjs"
}

# scripts FOLDER: puts the scripts of nst-fleet(7) there, under the names in their first two lines.
scripts() {
	mandoc -Tascii man/nst-fleet.7 | sed "s/.$(printf '\b')//g" | awk -v dir="$1" '
		function flush(name) {
			if (match(text, /^(#![^\n]*\n)?(#|--) [a-z]+\.(sh|sql|py)[ :]/)) {
				name = substr(text, 1, RLENGTH - 1)
				sub(/.* /, "", name)
				sub(/\n+$/, "\n", text)
				printf "%s", text > (dir "/" name)
			}
			text = ""
		}
		/^           / || (/^$/ && text != "") { text = text substr($0, 12) "\n"; next }
		{ flush() }'
}

# traces N: reports of N ranks in traces/: the sample as an export, its kernels longer by the rank
# times 1 us.
traces() {
	mkdir -p traces
	rank=0
	while [ $rank -lt "$1" ]; do
		cp "$BUILD/sample.sqlite" "traces/rank$rank.sqlite"
		sqlite3 "traces/rank$rank.sqlite" \
			"UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end + $rank * 1000"
		nst-mkreport --quiet "traces/rank$rank.sqlite" "traces/rank$rank.nsys-rep"
		rank=$((rank + 1))
	done
}
