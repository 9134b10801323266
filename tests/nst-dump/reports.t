#!/bin/sh
# SPDX-License-Identifier: MIT
# Reports: their events are those of their export, byte for byte, wherever in the report they are,
# and of what is made to read them nothing is left.
. tests/tap.sh
. tests/nst-import/reports.sh
. tests/nst-dump/box.sh

report=$BUILD/sample.nsys-rep
mkdir "$tmp/temporary"
TMPDIR=$tmp/temporary
export TMPDIR

# The sample's import, with the name of the machine, which the header of a stream has a hash of.
import=$tmp/import.sqlite
nst-import "$report" "$import" 2>"$tmp/said"
sqlite3 "$import" "ATTACH '$(profile sample)' AS sample; INSERT INTO TARGET_INFO_SYSTEM_ENV
	SELECT * FROM sample.TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname'"

# unskipped FILE...: takes "skipped" from end records, since an export does not have these events.
unskipped() {
	sed -i 's/^\(.*"type":"end".*\),"skipped":{.*}}$/\1}/' "$@"
}

# alike DESCRIPTION REPORT EXPORT OPTION...: both dumps have the same bytes and status.
alike() {
	what=$1 one=$2 other=$3
	shift 3
	run nst-dump "$@" "$other"
	mv "$tmp/out" "$tmp/want"
	wanted=$status
	run nst-dump "$@" "$one"
	is "$status" "$wanted" "$what: $*: status"
	unskipped "$tmp/out" "$tmp/want"
	same "$tmp/out" "$tmp/want" "$what: $*: the same bytes"
}

# each DESCRIPTION REPORT EXPORT: alike, with all options.
each() {
	alike "$@" -j 1
	from=$(sed -n '1s/^{"ts":\([0-9]*\).*/\1/p' "$tmp/want")
	to=$(sed -n '$s/^{"ts":\([0-9]*\).*/\1/p' "$tmp/want")
	third=$(((to - from) / 3))
	alike "$@" -j 3 --stacks
	alike "$@" --names demangled --from $((from + third)) --to $((to - third))
	alike "$@" --type kernel,nvtx,sched,osrt --names mangled
	alike "$@" -j 2 --progress --hosts --type generic,kernel
}

each sample "$report" "$import"
ok 'the sample holds secrets' grep -aq NST_CANARY "$report"
for theirs in "$REPORTS"/*.sqlite; do
	if [ ! -e "$theirs" ]; then
		note "no reports beside their exports in $REPORTS: the sample alone"
		continue
	fi
	name=${theirs##*/}
	name=${name%.sqlite}
	real=$(echo "${theirs%.sqlite}".*rep)
	each "$name" "$real" "$theirs"
	nst-dump --stacks "$real" >"$tmp/out" 2>"$tmp/err"
	ok "$name: it holds secrets" grep -aq NST_CANARY "$real"
	is "$(cat "$tmp/out" "$tmp/err" | grep -c NST_CANARY)" 0 "$name: no secret comes out"
done

# What is said: as nst-import does, of what was asked for.
run nst-dump -v "$report"
is "$(grep -c NST_CANARY "$tmp/out" "$tmp/err" | paste -sd ' ')" "$tmp/out:0 $tmp/err:0" \
	'no secret comes out'
is "$(cat "$tmp/err")" "nst-dump: $report: not dumped: properties of the system 1
nst-dump: $report: not proven to be what nsys exports: \
$(sed -n 's/.*imported, but not proven.*exports: //p' "$tmp/said")" 'what is said'
run nst-dump --type kernel "$report"
is "$(sed 's/ exports: .*//' "$tmp/err")" \
	"nst-dump: $report: not proven to be what nsys" 'what is said of some types'

# A profile is told by its first bytes.
nst-dump "$report" >"$tmp/want" 2>"$tmp/err"
for name in run.qdrep run.sqlite run 'a b?mode=rwc#%20.nsys-rep' nst-copy copy; do
	cp "$report" "$box/$name"
	before=$(contents)
	run nst-dump "$box/$name"
	is "$status" 0 "a report called $name: status"
	same "$tmp/out" "$tmp/want" "a report called $name: the same bytes"
	is "$(contents)" "$before" "a report called $name: nothing is left beside it"
	rm "$box/$name"
done
cp "$(profile sample)" "$box/run.nsys-rep"
alike 'an export called run.nsys-rep' "$box/run.nsys-rep" "$(profile sample)"
rm "$box/run.nsys-rep"
ln -s "$report" "$box/link"
alike 'a link to a report' "$box/link" "$report"
rm "$box/link"
run sh -c "nst-dump -j 3 - <$report"
unskipped "$tmp/out"
same "$tmp/out" "$tmp/want" 'standard input: the same bytes'
is "$status $(sed 's/:.*//; q' "$tmp/err") $(cut -d : -f 2 "$tmp/err" | sort -u)" \
	'0 nst-dump  stdin' 'standard input: its name'
run sh -c "cat $report | nst-dump -"
unskipped "$tmp/out"
same "$tmp/out" "$tmp/want" 'a pipe: the same bytes'
run sh -c "cat $(profile sample) | nst-dump -j 2 -"
mv "$tmp/out" "$tmp/got"
run nst-dump "$(profile sample)"
same "$tmp/got" "$tmp/out" 'a pipe with an export: the same bytes'
is "$(find "$TMPDIR" -type f)" '' 'nothing is left in the folder of temporary files'

# Reports that cannot be read.
size=$(wc -c <"$report")
for bytes in 29 50 1000 $((size / 2)) $((size - 1)); do
	head -c "$bytes" "$report" >"$box/cut.nsys-rep"
	fails "the first $bytes bytes" truncated "$box/cut.nsys-rep"
done
cp "$report" "$box/p.nsys-rep"
printf 'QDSTRM' | dd of="$box/p.nsys-rep" bs=1 seek=$((size / 3)) conv=notrunc 2>"$tmp/dd"
fails 'bytes in the middle' malformed "$box/p.nsys-rep"
echo text >"$box/p.qdstrm"
fails 'a .qdstrm' "not a report yet; make one with: QdstrmImporter -i $box/p.qdstrm" "$box/p.qdstrm"
rm -f "$box"/*

# Rows that are broken in the report are left out, and the status says so.
sqlite3 -batch -bail "$tmp/lacking.sqlite" <tests/nst-dump/lacking.sql
nst-mkreport --quiet "$tmp/lacking.sqlite" "$tmp/lacking.nsys-rep"
run nst-dump "$tmp/lacking.nsys-rep"
is "$status $(jq -r .type "$tmp/out" | paste -sd ' ')" '1 stream cuda-api end' \
	'a row that is broken: the others are there'
like "$(cat "$tmp/err")" \
	'lacking.nsys-rep: broken, and left out: CUPTI_ACTIVITY_KIND_RUNTIME 1 without nameId$' \
	'a row that is broken: said'

# Secrets of the capture: its environment and command line, which an event refers to by mistake.
sqlite3 -batch -bail "$tmp/secrets.sqlite" <<'END'
CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2025.3.2.1'),
	('EXPORT_SCHEMA_VERSION', '3.20.3');
CREATE TABLE META_DATA_CAPTURE(name TEXT, value TEXT);
INSERT INTO META_DATA_CAPTURE VALUES ('PROCESS_0:COMMAND', './train'),
	('PROCESS_0:ARGUMENT_0', '--key'), ('PROCESS_0:ARGUMENT_1', 'NST_CANARY'),
	('PROCESS_0:ENVIRONMENT_VARIABLE', 'KEY="NST_CANARY"'),
	('PROCESS_0:ENVIRONMENT_VARIABLE', 'EMPTY=""');
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (0, './train --key NST_CANARY'), (1, 'KEY=NST_CANARY'),
	(2, 'KEY="NST_CANARY"'), (3, './train'), (4, 'EMPTY='), (5, 'KEY');
CREATE TABLE NVTX_EVENTS(start, end, eventType, globalTid, textId, domainId);
INSERT INTO NVTX_EVENTS SELECT id, id + 1, 59, 16777217, id, 0 FROM StringIds;
END
nst-mkreport --quiet "$tmp/secrets.sqlite" "$tmp/secrets.nsys-rep"
alike 'secrets of the capture' "$tmp/secrets.nsys-rep" "$tmp/secrets.sqlite" --type nvtx
is "$(jq -r 'select(.type == "nvtx").name' "$tmp/out" | paste -sd ' ')" '0 1 2 ./train 4 KEY' \
	'... are numbers'
is "$(nst-dump "$tmp/secrets.nsys-rep" 2>/dev/null | head -n 1 | jq -c '[.program, .argument]')" '[null,null]' 'no command unasked'
alike 'the command' "$tmp/secrets.nsys-rep" "$tmp/secrets.sqlite" --type nvtx --command
is "$(head -n 1 "$tmp/out" | jq -c '[.program, .argument]')" '["./train","--key"]' \
	'the program and its first argument'
nst-import "$tmp/secrets.nsys-rep" "$tmp/imported.sqlite"
is "$(grep -ac NST_PROGRAM "$tmp/imported.sqlite")" 0 \
	'nst-import does not write the command'

# Events in any order. Blocks have 7,000 events, and rows are scheduling events, which start at
# FROM. ordered NAME ROWS FROM: makes an export of them, and its report.
ordered() {
	sqlite3 -batch -bail "$tmp/$1.sqlite" <<-END
		CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
		INSERT INTO StringIds VALUES (0, 'a');
		CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
		INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2025.3.2.1'),
			('EXPORT_SCHEMA_VERSION', '3.20.3');
		CREATE TABLE SCHED_EVENTS(start, cpu, isSchedIn, globalTid);
		WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < $2 - 1)
			INSERT INTO SCHED_EVENTS SELECT $3, i % 8, i % 2, 1 << 24 | i % 100 FROM n;
	END
	nst-mkreport --quiet "$tmp/$1.sqlite" "$tmp/$1.nsys-rep"
}
# scattered WHAT NAME: both dumps are the same, with windows, too.
scattered() {
	for options in '-j 1' '-j 2' '--from +1us --to -1us'; do
		# shellcheck disable=SC2086 # words
		alike "$1" "$tmp/$2.nsys-rep" "$tmp/$2.sqlite" $options
	done
}
ordered sorted 100000 'i * 10'
scattered 'events in order' sorted
ordered runs 60000 'i % 500 * 1000 + i / 500'
scattered '120 runs that last as long as all' runs
ordered short 40000 'i / 10 * 7919 % 4000 * 1000 + i % 10'
scattered '4,000 short runs in any order' short
ordered none 80000 'i * 40007 % 80000'
scattered 'no order at all' none
ordered ties 70000 'i / 69000'
scattered '69,000 events at one time' ties

# Rows are read from the report: it is copied only where they are in too many runs.
written() {
	run sh -c "ulimit -f 200; nst-dump --type sched '$tmp/$1.nsys-rep' | wc -l"
}
written sorted
is "$(cat "$tmp/out")" 100002 'a report is not copied'
written runs
is "$(cat "$tmp/out")" 60002 '... nor is one in some runs'
written none
like "$(cat "$tmp/err")" ': temporary file \(TMPDIR\): File too large$' '... one in no order is'
rm -f "$tmp"/*.nsys-rep

# The folder of temporary files.
# nowhere DESCRIPTION PATTERN COMMAND: there is no room, and one line says where.
nowhere() {
	run sh -c "$3"
	is "$status $(wc -c <"$tmp/out") $(wc -l <"$tmp/err")" '1 0 1' "$1: fails"
	like "$(cat "$tmp/err")" "^nst-dump: .*temporary file \(TMPDIR\): $2\$" "$1: what it says"
	is "$(find "$TMPDIR" -type f)" '' "$1: nothing is left"
}
nowhere 'no folder' 'No such file or directory' "TMPDIR=$tmp/nowhere exec nst-dump $report"
nowhere 'no room' 'File too large' "ulimit -f 100; exec nst-dump $report"
TMPDIR='' alike 'an empty TMPDIR is none' "$report" "$import" --stacks
if [ "$(id -u)" -ne 0 ]; then
	chmod a-w "$TMPDIR"
	nowhere 'a folder that cannot be written' 'Permission denied' "exec nst-dump $report"
	chmod u+w "$TMPDIR"
fi
finish
