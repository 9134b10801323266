# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2154 # tmp, status and note are those of tests/tap.sh
# Functions of the tests of imports: real reports, and databases compared by SQLite. Sourced after
# tap.sh. REPORTS is the folder of real reports, which may be absent.

: "${REPORTS:=$top/../shared/reports}"

# query DATABASE SQL...: asks it.
query() {
	file=$1
	shift
	sqlite3 -batch -bail -init /dev/null -readonly "$file" "$@" 2>&1
}

# tables DATABASE: the names of its tables, in alphabetical order.
tables() {
	query "$1" "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name"
}

# sound DATABASE DESCRIPTION: SQLite finds nothing wrong with it.
sound() {
	is "$(query "$1" 'PRAGMA integrity_check')" ok "$2: SQLite finds it sound"
}

# columns DATABASE TABLE: what its columns are.
columns() {
	query "$1" "SELECT cid, name, type, [notnull], pk FROM pragma_table_info('$2')"
}

# An import does not tell the end of the capture, since no rule for it holds for all pairs.
# told DATABASE TABLE: the columns that an import fills.
told() {
	columns "$1" "$2" | if [ "$2" = ANALYSIS_DETAILS ]; then
		grep -v -e '|duration|' -e '|stopTime|'
	else
		cat
	fi
}

# differing OURS THEIRS TABLE [COLUMNS]: how many rows of a table one of the databases has alone,
# counting numbers of rows, values and their types; in the columns of theirs, or in these.
differing() {
	names=${4:-$(told "$2" "$3" | cut -d '|' -f 2 | paste -sd ,)}
	cells="rowid, $names, typeof($(echo "$names" | sed 's/,/), typeof(/g'))"
	query "$1" "ATTACH '$2' AS theirs" "SELECT
		(SELECT count(*) FROM (
			SELECT $cells FROM main.$3 EXCEPT SELECT $cells FROM theirs.$3)) +
		(SELECT count(*) FROM (
			SELECT $cells FROM theirs.$3 EXCEPT SELECT $cells FROM main.$3)) +
		abs((SELECT count(*) FROM main.$3) - (SELECT count(*) FROM theirs.$3))"
}

# equal OURS THEIRS DESCRIPTION TABLE...: the tables have the same columns, and the same rows under
# the same numbers, which is their order.
equal() {
	ours=$1 theirs=$2 what=$3
	shift 3
	for table; do
		is "$(told "$ours" "$table")" "$(told "$theirs" "$table")" \
			"$what: $table: columns"
		[ "$table" != ANALYSIS_DETAILS ] ||
			is "$(query "$ours" 'SELECT duration, stopTime FROM ANALYSIS_DETAILS')" '|' \
				"$what: $table: no end of the capture"
		rows=$(query "$theirs" "SELECT count(*) FROM $table")
		is "$(differing "$ours" "$theirs" "$table")" 0 "$what: $table: $rows rows"
	done
}

# about DATABASE NAME: prints a fact about the import.
about() {
	table=$(tables "$1" | grep META_DATA)
	query "$1" "SELECT value FROM $table WHERE name = '$2'"
}
