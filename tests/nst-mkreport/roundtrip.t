#!/bin/sh
# SPDX-License-Identifier: MIT
# Real exports made reports, and imported again: the rows of the export, but for what the program
# said that the report has not.
. tests/tap.sh
. tests/nst-import/reports.sh

set -- "$PROFILES"/*.sqlite "$REPORTS"/*.sqlite
[ -e "$1" ] || [ -e "$2" ] || skipall "no exports in $PROFILES and $REPORTS"

# Exports that no report can be made of, and why.
unfit() {
	case $1 in
	no-metadata-* | *-202[01].*) echo 'it does not record which nsys made it' ;;
	esac
}

# left TABLE [COLUMN]: the program said that the report has it not.
left() {
	grep -Eq "(not in the report: |, )$1${2:+\\.$2} [0-9]+(,|\$)" "$tmp/said"
}

# filled TABLE COLUMN: it has a value.
filled() {
	[ "$(query "$export" "SELECT EXISTS (SELECT 1 FROM $1 WHERE [$2] IS NOT NULL)")" = 1 ]
}

made=0
for export; do
	[ -e "$export" ] && chosen || continue
	name=${export##*/}
	name=${name%.sqlite}
	rm -f "$tmp/made.nsys-rep" "$tmp/made.sqlite"
	run nst-mkreport "$export" "$tmp/made.nsys-rep"
	cp "$tmp/err" "$tmp/said"
	why=$(unfit "$name")
	if [ -n "$why" ]; then
		like "$status $(cat "$tmp/said")" "^1 nst-mkreport: .*$why\$" "$name: refused"
		ok "$name: nothing is left" test ! -e "$tmp/made.nsys-rep"
		continue
	fi
	is "$status" 0 "$name: made"
	run nst-import --all-strings "$tmp/made.nsys-rep" "$tmp/made.sqlite"
	if [ "$name" = missing-columns ]; then
		like "$(tail -n 1 "$tmp/err") $status" 'left out: .*KERNEL [0-9]+ without gridId 1$' \
			"$name: rows lack what they must have"
		continue
	fi
	is "$status" 0 "$name: imported"
	made=$((made + 1))
	tables "$export" | grep -v -e '^ENUM_' -e META_DATA -e SYSTEM_ENV -e Unwind >"$tmp/tables"
	while read -r table; do
		[ "$(query "$export" "SELECT EXISTS (SELECT 1 FROM $table)")" = 1 ] || continue
		if left "$table"; then
			is "$(tables "$tmp/made.sqlite" | grep -cx "$table")" 0 \
				"$name: $table: left out"
			continue
		fi
		if [ "$table" = StringIds ]; then
			is "$(query "$tmp/made.sqlite" "ATTACH '$export' AS theirs" "SELECT count(*)
				FROM main.StringIds o LEFT JOIN theirs.StringIds t USING (id)
				WHERE o.value <> coalesce(t.value, '')")" 0 "$name: strings"
			continue
		fi
		told "$export" "$table" | cut -d '|' -f 2 | while read -r column; do
			filled "$table" "$column" && ! left "$table" "$column" && echo "$column"
		done | paste -sd , >"$tmp/cells"
		is "$(differing "$tmp/made.sqlite" "$export" "$table" "$(cat "$tmp/cells")")" 0 \
			"$name: $table"
	done <"$tmp/tables"
done
ok 'some exports could be made reports' test "$made" -gt 0
finish
