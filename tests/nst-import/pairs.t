#!/bin/sh
# SPDX-License-Identifier: MIT
# Real reports beside their exports: the import is the export, row by row, and its dump the same.
. tests/tap.sh
. tests/nst-import/reports.sh

set -- "$REPORTS"/*.sqlite
[ -e "$1" ] || skipall "no reports beside their exports in $REPORTS"

# Tables of exports that no import has; of the first and the last only what tells about the import
# and the machine.
ours_alone='META_DATA_EXPORT'
theirs_alone='ANALYSIS_FILE META_DATA_CAPTURE'
in_part='META_DATA_EXPORT EXPORT_META_DATA TARGET_INFO_SYSTEM_ENV'

# What may be said.
said='(not imported|imported, but not proven to be what nsys exports)'

# without LIST: standard input less the lines of a list.
without() {
	# shellcheck disable=SC2086 # a list
	grep -vxF -e "$(printf '%s\n' $1)"
}

# import OPTION...: imports the report at hand to $db.
import() {
	rm -f "$db"
	run nst-import "$@" "$report" "$db"
	is "$status $(wc -c <"$tmp/out")" '0 0' "$name $*: imported"
	is "$(grep -vE "^nst-import: $report: $said: ." "$tmp/err")" '' "$name $*: nothing is said but that"
	sound "$db" "$name $*"
}

db=$tmp/import.sqlite
for theirs; do
	name=${theirs##*/}
	name=${name%.sqlite}
	report=$(echo "${theirs%.sqlite}".*rep)

	import --all-strings
	tables "$db" >"$tmp/ours"
	tables "$theirs" >"$tmp/theirs"
	is "$(comm -23 "$tmp/ours" "$tmp/theirs" | without "$ours_alone")" '' "$name: no table that the export has not"
	is "$(comm -13 "$tmp/ours" "$tmp/theirs" | without "$theirs_alone")" '' "$name: no table is missing"
	both=$(comm -12 "$tmp/ours" "$tmp/theirs" | without "$in_part")
	# shellcheck disable=SC2086 # a list of tables
	equal "$db" "$theirs" "$name" $both
	! grep -qx TARGET_INFO_SYSTEM_ENV "$tmp/theirs" ||
		is "$(query "$db" "ATTACH '$theirs' AS theirs" "SELECT count(*) FROM TARGET_INFO_SYSTEM_ENV a
			WHERE NOT EXISTS (SELECT 1 FROM theirs.TARGET_INFO_SYSTEM_ENV b WHERE a.globalVid IS b.globalVid AND
				a.devStateName IS b.devStateName AND a.name IS b.name AND a.nameEnum IS b.nameEnum AND a.value IS b.value)")" \
			0 "$name: what is known of the system is what the export has"
	for table in META_DATA_EXPORT EXPORT_META_DATA; do
		! grep -qx $table "$tmp/theirs" ||
			is "$(query "$db" "SELECT * FROM $table WHERE name GLOB 'EXPORT_SCHEMA_VERSION*' OR name GLOB 'EXPORT_PRODUCT_[VD]*'")" \
				"$(query "$theirs" "SELECT * FROM $table WHERE name GLOB 'EXPORT_SCHEMA_VERSION*' AND name NOT GLOB '*CKSUM' OR
					name GLOB 'EXPORT_PRODUCT_[VD]*'")" \
				"$name: the versions of the export"
	done

	both=$(echo "$both" | grep -v '^ENUM_')
	import --proven --all-strings
	# shellcheck disable=SC2086 # a list of tables
	equal "$db" "$theirs" "$name --proven" $both

	import
	# shellcheck disable=SC2086 # a list of tables
	equal "$db" "$theirs" "$name, without secrets" $(echo "$both" | grep -vx StringIds)
	is "$(query "$db" "ATTACH '$theirs' AS theirs" 'SELECT count(*) FROM StringIds a LEFT JOIN theirs.StringIds b USING (id)
		WHERE b.id IS NULL OR a.value <> b.value AND a.value <> '\'\''')" 0 "$name: a string is as it was, or empty"
	is "$(query "$db" 'SELECT count(*) FROM StringIds')" "$(query "$theirs" 'SELECT count(*) FROM StringIds')" "$name: the strings are all there"
	ok "$name: the report holds secrets" grep -aq NST_CANARY "$report"
	is "$(grep -ac NST_CANARY "$db" "$tmp/err" | paste -sd ' ')" "$db:0 $tmp/err:0" "$name: none comes out"

	nst-dump --stacks "$db" >"$tmp/ours"
	nst-dump --stacks "$theirs" >"$tmp/theirs"
	same "$tmp/ours" "$tmp/theirs" "$name: the dump of both is the same"
done
finish
