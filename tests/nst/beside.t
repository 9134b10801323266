#!/bin/sh
# SPDX-License-Identifier: MIT
# A newer export of another capture beside a report: no program answers from it. Each answer must be
# that of the report alone, and a program that looks for an export must name the one it did not use.
. tests/tap.sh
. tests/nst-parquet/fleet.sh

mkdir "$tmp/alone" "$tmp/both" "$tmp/own"
for folder in alone both own; do
	cp "$BUILD/sample.nsys-rep" "$tmp/$folder/run.nsys-rep"
done
cp "$BUILD/sample.sqlite" "$tmp/both/run.sqlite"
sqlite3 "$tmp/both/run.sqlite" "DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE deviceId = 1;
	UPDATE TARGET_INFO_SESSION_START_TIME SET utcEpochNs = utcEpochNs + 1"
cp "$tmp/both/run.sqlite" "$tmp/own/run.sqlite"
sqlite3 "$tmp/own/run.sqlite" \
	'UPDATE TARGET_INFO_SESSION_START_TIME SET utcEpochNs = utcEpochNs - 1'
touch -d '1 hour' "$tmp/both/run.sqlite" "$tmp/own/run.sqlite"

echo "SELECT type, count(*) FROM 'run=r/rank=0/events.parquet' GROUP BY 1 ORDER BY 1" >"$tmp/asked"

# answer FOLDER COMMAND: the answer of a command in a folder.
answer() {
	(cd "$tmp/$1" && sh -c "$2") >"$tmp/answer.$1" 2>"$tmp/err.$1"
}

# tries COMMAND [LOOKS]: a command whose answer is on standard output, and whether it looks for an
# export. The answer from the export that belongs to the report must differ, or the test is empty.
tries() {
	answer alone "$1"
	answer both "$1"
	ok "$1: an answer" test -s "$tmp/answer.alone"
	same "$tmp/answer.both" "$tmp/answer.alone" "$1: the answer of the report"
	is "$(grep -c 'run.sqlite is not used: it is of another capture, by its start time$' "$tmp/err.both")" \
		"${2:-0}" "$1: messages about the export"
	[ -n "${2-}" ] || return 0
	answer own "$1"
	ok "$1: an export of the same capture is used" \
		sh -c "! cmp -s '$tmp/answer.own' '$tmp/answer.alone'"
	is "$(grep -c 'run.sqlite' "$tmp/err.own")" 0 "$1: ... without a message"
}
tries 'nst-dump run.nsys-rep'
tries 'nst run.nsys-rep'
tries 'nst sum run.nsys-rep --by type'
tries 'nst-merge run.nsys-rep'
tries 'nst-stats -q -r cuda_gpu_kern_sum -f csv run.nsys-rep' 1
tries 'nst-convert -o - --to ndjson run.nsys-rep' 1
tries 'nst trace --to ndjson --force run.nsys-rep >said; cat run.ndjson' 1
tries 'nst-series --from run.nsys-rep -o series --force --event . >said; cat series.tsv' 1
if haveduckdb; then
	cp tests/nst-parquet/ask.cjs "$tmp"
	tries 'nst-parquet --run r --rank 0 --force run.nsys-rep >said; node ../ask.cjs <../asked'
else
	skip "no DuckDB: 'scripts/bootstrap fleet' installs it" 'nst-parquet'
fi
finish
