#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-nsys export --type parquetdir: each table as DuckDB reads it is that of the export, to the
# byte.
. tests/tap.sh
. tests/nst-parquet/fleet.sh
needduckdb

cp "$BUILD/sample.sqlite" "$tmp/odd.sqlite"
# texts that CSV would change: quotes, commas, line breaks, nothing, NULL spelled out; and other
# bytes
sqlite3 "$tmp/odd.sqlite" "UPDATE NVTX_EVENTS SET textId = NULL, text = CASE rowid % 7
	WHEN 0 THEN '' WHEN 1 THEN 'a,\"b\"' WHEN 2 THEN char(10) || 'x' || char(13) WHEN 3 THEN 'NULL' WHEN 4 THEN 'x' WHEN 5 THEN char(233, 128512) ELSE ' ' END"
nst-mkreport "$tmp/odd.sqlite" "$tmp/odd.nsys-rep" 2>"$tmp/err" || note "$(cat "$tmp/err")"
cp "$BUILD/sample.nsys-rep" "$tmp/run.nsys-rep"
cd "$tmp" || exit

# both TABLE: the columns of a table as SQL for SQLite and for DuckDB, a line each.
both() {
	sqlite3 -separator ' ' export.sqlite "SELECT group_concat(CASE type WHEN 'INTEGER' THEN 'coalesce(CAST(\"' || name || '\" AS TEXT), ''none'')'
			WHEN 'REAL' THEN 'iif(\"' || name || '\" IS NULL, ''none'', printf(''%.12e'', \"' || name || '\"))' ELSE 'iif(\"' || name || '\" IS NULL, ''none'', hex(\"' || name || '\"))' END, ' || ''|'' || ') FROM pragma_table_info('$1')"
	sqlite3 -separator ' ' export.sqlite "SELECT group_concat(CASE type WHEN 'INTEGER' THEN 'coalesce(CAST(\"' || name || '\" AS VARCHAR), ''none'')'
			WHEN 'REAL' THEN 'coalesce(printf(''%.12e'', \"' || name || '\"), ''none'')' ELSE 'coalesce(hex(encode(\"' || name || '\")), ''none'')' END, ' || ''|'' || ') FROM pragma_table_info('$1')"
}

for report in run odd; do
	rm -f export.sqlite
	nst-import "$report.nsys-rep" export.sqlite 2>err
	run nst-nsys export --type=parquetdir -q "$report.nsys-rep"
	is "$status $(cat "$tmp/out" "$tmp/err")" '0 ' "$report: status"
	sqlite3 export.sqlite "SELECT name || '.parquet' FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'" | sort >want
	ls "${report}_pqtdir" >got
	same got want "$report: a file for each table"
	wrong=
	for table in $(sed 's/\.parquet$//' want); do
		both "$table" >columns
		sqlite3 export.sqlite "SELECT $(sed -n 1p columns) FROM \"$table\"" | sort >rows
		echo "SELECT $(sed -n 2p columns) FROM '${report}_pqtdir/$table.parquet'" | ask | sort >parquet
		cmp -s rows parquet || wrong="$wrong $table"
		[ -s rows ] || wrong="$wrong $table: empty"
	done
	is "$wrong" '' "$report: all rows of $(grep -c . want) tables"
done
ok 'odd: an empty text is not NULL' test "$(echo "SELECT count(*) FROM 'odd_pqtdir/NVTX_EVENTS.parquet' WHERE text = ''" | ask)" -gt 0

# Existing folders, and what fails.
run nst-nsys export -t parquetdir run.nsys-rep
is "$status $(cat "$tmp/err")" '1 nst-nsys: run_pqtdir: exists: kept (see --force-overwrite)' 'a folder is kept'
touch run_pqtdir/old.parquet
run nst-nsys export -q -t parquetdir -f true -o run_pqtdir/ run.nsys-rep
is "$status" 0 '--force-overwrite: status'
ok '--force-overwrite: it is replaced' test -s run_pqtdir/StringIds.parquet -a ! -e run_pqtdir/old.parquet
echo mine >run_pqtdir/mine
run nst-nsys export -q -t parquetdir -f true run.nsys-rep
is "$status $(cat "$tmp/err") $(cat run_pqtdir/mine)" '1 nst-nsys: run_pqtdir: kept: it has other files, such as mine mine' '--force-overwrite: other files are kept'
rm -rf run_pqtdir
mkdir bad
cd bad || exit
cp ../run.nsys-rep .
head -c 1000 run.nsys-rep >cut.nsys-rep
ls -A >"$tmp/before"
for line in '-t parquetdir cut.nsys-rep' '-t parquetdir none.nsys-rep' '-t parquetdir -o none/x run.nsys-rep'; do
	# shellcheck disable=SC2086 # words
	run nst-nsys export $line
	like "$status $(cat "$tmp/err")" '^1 .*(cut.nsys-rep|none)' "fails: $line"
	ls -A >"$tmp/after"
	same "$tmp/after" "$tmp/before" "fails: $line: nothing is left"
done
# A full disk, which sqlite3 does not notice.
mkdir full
printf '#!/bin/sh\ncase "$*" in\n*-csv*) %s "$@" | head -c 300 ;;\n*) exec %s "$@" ;;\nesac\n' "$(command -v sqlite3)" "$(command -v sqlite3)" >full/sqlite3
chmod +x full/sqlite3
run env PATH="$PWD/full:$PATH" nst-nsys export -q -t parquetdir run.nsys-rep
like "$status $(cat "$tmp/err")" '^1 nst-nsys: run_pqtdir: not written: table [A-Z_a-z]* is incomplete' 'a full disk'
ok 'a full disk: no folder' test ! -e run_pqtdir
NODE_PATH=/nonexistent
run nst-nsys export -t parquetdir run.nsys-rep
like "$status $(cat "$tmp/err")" '^1 .*DuckDB not found' 'without DuckDB'
finish
