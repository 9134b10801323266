#!/bin/sh
# SPDX-License-Identifier: MIT
# Real reports beside their exports: the import is the export, row by row, and its dump the same.
. tests/tap.sh
. tests/nst-import/reports.sh

set -- "$REPORTS"/*.sqlite
[ -e "$1" ] || skipall "no reports beside their exports in $REPORTS"
db=$tmp/import.sqlite

# Tables that no import or no export has; of some others an import has only what tells about itself
# and the machine.
theirs_alone='ANALYSIS_FILE META_DATA_CAPTURE'
ours_alone='META_DATA_EXPORT'
in_part='META_DATA_EXPORT EXPORT_META_DATA TARGET_INFO_SYSTEM_ENV'

# What may be said.
said='(not imported|imported, but not proven to be what nsys exports)'

# without LIST: standard input less the lines of a list.
without() {
	# shellcheck disable=SC2086 # a list
	grep -vxF -e "$(printf '%s\n' $1)"
}

# both SQL: asks the import, beside the export.
both() {
	query "$db" "ATTACH '$theirs' AS theirs" "$1"
}

# import OPTION...: imports the report at hand.
import() {
	case="$name${1:+ $*}"
	rm -f "$db"
	run nst-import "$@" "$report" "$db"
	is "$status $(wc -c <"$tmp/out")" '0 0' "$case: imported"
	is "$(grep -vE "^nst-import: $report: $said: ." "$tmp/err")" '' "$case: what is said"
	sound "$db" "$case"
}

# What exports say of the machine and of themselves, as far as imports say it.
partly() {
	for table in TARGET_INFO_SYSTEM_ENV META_DATA_EXPORT EXPORT_META_DATA; do
		grep -qx $table "$tmp/theirs" || continue
		case $table in
		TARGET*) some=1 ;;
		*) some="name GLOB 'EXPORT_SCHEMA_VERSION*' OR name GLOB 'EXPORT_PRODUCT_[VD]*'" ;;
		esac
		is "$(both "SELECT count(*) FROM (SELECT * FROM main.$table WHERE $some
			EXCEPT SELECT * FROM theirs.$table)")" 0 "$name: $table: what there is"
		like "$(query "$db" "SELECT count(*) FROM $table WHERE $some")" '^[6-8]$' \
			"$name: $table: how many rows there are"
	done
}

for theirs; do
	chosen || continue
	name=${theirs##*/}
	name=${name%.sqlite}
	report=$(echo "${theirs%.sqlite}".*rep)

	import --all-strings
	tables "$db" >"$tmp/ours"
	tables "$theirs" >"$tmp/theirs"
	is "$(comm -23 "$tmp/ours" "$tmp/theirs" | without "$ours_alone")" '' \
		"$case: no table is too many"
	is "$(comm -13 "$tmp/ours" "$tmp/theirs" | without "$theirs_alone")" '' \
		"$case: no table is missing"
	tables=$(comm -12 "$tmp/ours" "$tmp/theirs" | without "$in_part")
	# shellcheck disable=SC2086 # a list of tables
	equal "$db" "$theirs" "$case" $tables
	partly

	tables=$(echo "$tables" | grep -v '^ENUM_')
	import --proven --all-strings
	# shellcheck disable=SC2086 # a list of tables
	equal "$db" "$theirs" "$case" $tables

	import
	# shellcheck disable=SC2046 # a list of tables
	equal "$db" "$theirs" "$case" $(echo "$tables" | grep -vx StringIds)
	is "$(both "SELECT count(*) FROM theirs.StringIds t LEFT JOIN main.StringIds o USING (id)
		WHERE o.id IS NULL OR o.value <> t.value AND o.value <> ''")" 0 \
		"$case: a string is as it was, or empty"
	ok "$name: the report holds secrets" grep -aq NST_CANARY "$report"
	is "$(cat "$db" "$tmp/err" | grep -ac NST_CANARY)" 0 "$case: no secret comes out"
	nst-dump --stacks "$db" >"$tmp/ours"
	nst-dump --stacks "$theirs" >"$tmp/theirs"
	same "$tmp/ours" "$tmp/theirs" "$case: the dump of both is the same"
done
finish
