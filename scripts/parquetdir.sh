# SPDX-License-Identifier: MIT
# shellcheck shell=sh disable=SC2034,SC2154
# nst-nsys export --type parquetdir: the tables of an export as Parquet files in a folder.
#
# nst-import writes the export, sqlite3 its tables as CSV, and DuckDB the Parquet files.

# tablecolumns TABLE: prints a line for each column: how sqlite3 writes it, its name and type for
# the reader of CSV, and what DuckDB makes of it.  Texts are hexadecimal behind an x, so that no
# byte is special in CSV and an empty text is not NULL; numbers have all their digits.
tablecolumns() {
	sqlite3 -readonly -separator "$tab" "$scratch/export.sqlite" "
		WITH c AS (SELECT 'c' || cid AS c, type,
				'\"' || replace(name, '\"', '\"\"') || '\"' AS name
			FROM pragma_table_info('$1') ORDER BY cid)
		SELECT CASE type WHEN 'INTEGER' THEN name
			ELSE printf('iif(%s IS NULL, NULL, %s)', name, printf(
				CASE type WHEN 'REAL' THEN 'printf(''%%!.17g'', %s)'
				ELSE '''x'' || hex(%s)' END, name)) END,
			printf('''%s'': ''%s''', c, CASE type WHEN 'INTEGER' THEN 'BIGINT'
				WHEN 'REAL' THEN 'DOUBLE' ELSE 'VARCHAR' END),
			printf(CASE type WHEN 'INTEGER' THEN '%s AS %s' WHEN 'REAL' THEN '%s AS %s'
				WHEN 'TEXT' THEN 'decode(unhex(substr(%s, 2))) AS %s'
				ELSE 'unhex(substr(%s, 2)) AS %s' END, c, name)
		FROM c"
}

# joined NUMBER: prints a field of the columns, with commas between.
joined() {
	printf '%s\n' "$columns" | cut -f "$1" | paste -s -d ,
}

# parquettable TABLE: writes a table as CSV, and adds to $sql what makes a Parquet file of it.
parquettable() {
	columns=$(tablecolumns "$1") && [ -n "$columns" ] || die "$report: table $1 cannot be read"
	sqlite3 -readonly -csv "$scratch/export.sqlite" "SELECT $(joined 1) FROM \"$1\"" \
		>"$scratch/$1.csv" || die "$report: table $1 cannot be read"
	# sqlite3 does not notice a full disk
	rows=$(sqlite3 -readonly "$scratch/export.sqlite" "SELECT count(*) FROM \"$1\"")
	[ "$(wc -l <"$scratch/$1.csv")" -eq "$rows" ] ||
		die "${target#./}: not written: table $1 is incomplete: is the disk full?"
	sql=$sql"COPY (SELECT $(joined 3) FROM read_csv('$1.csv', header = false,
			auto_detect = false, delim = ',', nullstr = '', columns = {$(joined 2)}))
		TO 'built/$1.parquet' (FORMAT parquet);$nl"
}

# freefolder: whether the folder can be written: it is not there, or --force-overwrite is given and
# it has nothing but Parquet files.
freefolder() {
	case $target in
	/* | ./*) ;;
	*) target=./$target ;;
	esac
	[ -d "${target%/*}/" ] || die "${target%/*}: no such folder"
	[ -e "$target" ] || [ -h "$target" ] || return 0
	[ -n "$force" ] || die "${target#./}: exists: kept (see --force-overwrite)"
	[ -d "$target" ] && ! [ -h "$target" ] || die "${target#./}: exists, and is no folder"
	strange=$(find "$target" -mindepth 1 ! -name '*.parquet' -print | head -n 1)
	[ -z "$strange" ] || die "${target#./}: kept: it has other files, such as ${strange##*/}"
}

# parquetdir: writes the folder.
parquetdir() {
	[ -f "$report" ] || die "$report: $(absent "$report")"
	freefolder
	findduckdb
	command -v sqlite3 >/dev/null || die 'the command sqlite3 is not found: install SQLite'
	guard
	makescratch "${target%/*}"
	mkdir "$scratch/built" || exit 1
	why=$(nst-import -- "$report" "$scratch/export.sqlite" 2>&1) || die "${why#nst-import: }"
	[ -z "$why" ] || [ -n "$quiet" ] || say "${why#nst-import: }"
	tables=$(sqlite3 -readonly "$scratch/export.sqlite" "SELECT name FROM sqlite_master
		WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY name") || exit 1
	sql=''
	for table in $tables; do
		parquettable "$table"
	done
	why=$(cd "$scratch" && rundb 2>&1 >/dev/null) ||
		die "$report: not written: duckdb: ${why%%"$nl"*}"
	placefolder
}
