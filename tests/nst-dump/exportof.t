#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-dump --export-of: an export belongs to a report if both name the same host and start time.
# File times decide nothing. Other programs that read an export beside a report ask here.
. tests/tap.sh

: "${REPORTS:=../shared/reports}"
report=$BUILD/sample.nsys-rep
export=$tmp/run.sqlite

# change SQL: makes the export of the sample, changed.
change() {
	cp -f "$BUILD/sample.sqlite" "$export"
	sqlite3 "$export" "$1"
}

# belongs DESCRIPTION: the export belongs to the report.
belongs() {
	for when in '1 hour ago' '1 hour'; do
		touch -d "$when" "$export"
		run nst-dump --export-of "$report" "$export"
		is "$status $(cat "$tmp/out" "$tmp/err")" '0 ' "$1, written $when"
	done
}

# alien WHY DESCRIPTION: it does not, and one message says why.
alien() {
	for when in '1 hour ago' '1 hour'; do
		touch -d "$when" "$export"
		run nst-dump --export-of "$report" "$export"
		is "$status $(cat "$tmp/err")" "1 nst-dump: $export: not the export of $report: $1" \
			"$2, written $when"
	done
}

change ''
belongs 'the export of the report'
change "UPDATE META_DATA_EXPORT SET value = '2099.1' WHERE name = 'EXPORT_PRODUCT_VERSION'"
belongs 'an export by another version of nsys'
change "UPDATE TARGET_INFO_SYSTEM_ENV SET value = value || 'x' WHERE name = 'Hostname'"
alien 'it is of another host' 'another host'
change 'UPDATE TARGET_INFO_SESSION_START_TIME SET utcEpochNs = utcEpochNs + 1'
alien 'it is of another capture, by its start time' 'another start, by 1 ns'
unknown='it does not tell its host and start time'
change "DELETE FROM TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname'"
alien "$unknown" 'no host'
change 'DELETE FROM TARGET_INFO_SESSION_START_TIME'
alien "$unknown" 'no start time'
change 'DROP TABLE TARGET_INFO_SESSION_START_TIME; DROP TABLE TARGET_INFO_SYSTEM_ENV'
alien "$unknown" 'neither of them'
nst-import --force "$report" "$export" 2>"$tmp/said"
belongs 'the export of nst-import'
is "$(sqlite3 "$export" "SELECT value FROM META_DATA_EXPORT WHERE name = 'NST_HOST_HASH'")" \
	"$(nst-dump "$BUILD/sample.sqlite" 2>/dev/null | sed -n '1s/.*"host":"\([0-9a-f]*\)".*/\1/p')" \
	'the export of nst-import has the hash of the host'
is "$(sqlite3 "$export" "SELECT count(*) FROM TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname'")" 0 \
	'... but not its name'

# A report that does not tell.
mv "$export" "$tmp/full.sqlite"
change "DELETE FROM TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname'"
nst-mkreport --quiet "$export" "$tmp/nohost.nsys-rep"
report=$tmp/nohost.nsys-rep
mv "$tmp/full.sqlite" "$export"
alien 'the report does not tell its host and start time' 'a report without a host'
change "DELETE FROM TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname'"
alien 'the report does not tell its host and start time' 'both without a host'

# What cannot be read.
report=$BUILD/sample.nsys-rep
echo text >"$export"
run nst-dump --export-of "$report" "$export"
is "$status $(cat "$tmp/err")" "1 nst-dump: $export: named like an export of Nsight Systems, but not one" \
	'no export'
run nst-dump --export-of "$report"
like "$status $(cat "$tmp/err")" '^2 nst-dump: no profile named' 'no export named'

# The pairs of nsys: each export belongs to its own report, and to no other.
set -- "$REPORTS"/*.nsys-rep
if [ -e "$1" ]; then
	for report; do
		for export in "$REPORTS"/*.sqlite; do
			[ -e "${export%.sqlite}.nsys-rep" ] || continue
			want=1
			[ "${export%.sqlite}" != "${report%.nsys-rep}" ] || want=0
			run nst-dump --export-of "$report" "$export"
			is "$status $(wc -l <"$tmp/err")" "$want $want" "${report##*/}, ${export##*/}"
		done
	done
else
	skip "no reports in $REPORTS (REPORTS)" 'pairs of nsys'
fi
finish
