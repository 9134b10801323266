#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-mkreport is called with, what it says, and the file that it writes: whole or not there.
. tests/tap.sh

cd "$tmp" || exit
mkdir work
sample=$(profile sample)

# refused STATUS PATTERN ARGUMENT...: nothing is written but a message.
refused() {
	want=$1 pattern=$2
	shift 2
	run nst-mkreport "$@"
	like "$status $(cat out err)" "^$want nst-mkreport: $pattern" "refused: nst-mkreport $*"
	is "$(ls -A work)" '' "refused: nst-mkreport $*: nothing left behind"
}

# database NAME: makes one of SQL from standard input.
database() {
	rm -f "$1"
	sqlite3 -batch -bail "$1"
}
refused 2 'name an export and the report to write'
refused 2 'name an export and the report to write' "$sample"
refused 2 'name an export and the report to write' "$sample" work/a work/b
refused 2 '.*--nope' --nope "$sample" work/a
refused 1 'none.sqlite: unable to open database file' none.sqlite work/a
echo 'not a database, though it is long enough to be taken for one' >text
refused 1 'text: file is not a database' text work/a
database empty.sqlite <<'END'
CREATE TABLE other(a);
END
refused 1 'empty.sqlite: no such table: StringIds' empty.sqlite work/a
for version in '' 2025 2025.3 1025.3.2 v2025.3.2; do
	database version.sqlite <<END
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '$version');
END
	refused 1 "version.sqlite: not a version of nsys: $version\$" version.sqlite work/a
done
database gap.sqlite <<'END'
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (0, 'a'), (20000000, 'b');
CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2025.3.2.1');
END
refused 1 'gap.sqlite: no string with the number 1' gap.sqlite work/a

# What is not in the report is said, unless that is not wanted.
run nst-mkreport "$sample" work/a.nsys-rep
is "$status $(cat out)" '0 ' 'made'
is "$(cat err)" "nst-mkreport: $sample: not in the report: \
CUPTI_ACTIVITY_KIND_RUNTIME.callchainId 50, \
NVTX_EVENTS.category 482, NVTX_EVENTS.endGlobalTid 7, NVTX_EVENTS.uint64Value 48, \
NVTX_EVENTS.doubleValue 12, CUBLAS_EVENTS 684, MPI_P2P_EVENTS 12, MPI_COLLECTIVES_EVENTS 12, \
MPI_RANKS 2, CUPTI_ACTIVITY_KIND_KERNEL.graphNodeId 36, \
CUPTI_ACTIVITY_KIND_MEMCPY.graphNodeId 12, CUDA_GRAPH_NODE_EVENTS 16, ANALYSIS_FILE 2" 'what is not in it'
same work/a.nsys-rep "$BUILD/sample.nsys-rep" 'the sample report is made so'
run nst-mkreport --quiet "$sample" work/b.nsys-rep
is "$status $(cat out err)" '0 ' '--quiet: nothing is said'
same work/b.nsys-rep work/a.nsys-rep '--quiet: the same report'

# An export of nothing but strings, and values of types that no column has.
database odd.sqlite <<'END'
CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value TEXT);
INSERT INTO StringIds VALUES (0, ''), (1, 'cudaFree');
CREATE TABLE META_DATA_EXPORT(name TEXT, value TEXT);
INSERT INTO META_DATA_EXPORT VALUES ('EXPORT_PRODUCT_VERSION', '2025.3.2.1');
CREATE TABLE NVTX_EVENTS(start, eventType, text, globalTid);
INSERT INTO NVTX_EVENTS VALUES (7, 59, 'a range', 5), (8, 33, 'b', 5), (9, 99, 'of no kind', 5);
CREATE TABLE TARGET_INFO_NIC_INFO(name, mine);
INSERT INTO TARGET_INFO_NIC_INFO VALUES ('card', 1);
END
run nst-mkreport odd.sqlite work/odd.nsys-rep
like "$status $(cat err)" '^0 .*: TARGET_INFO_NIC_INFO.mine 1, rows of no known kind of event 1$' \
	'rows that no event is'
run nst-import work/odd.nsys-rep work/odd.sqlite
rows=$(sqlite3 work/odd.sqlite 'SELECT start, text, end IS NULL FROM NVTX_EVENTS' | paste -sd ' ')
is "$status $rows" '0 7|a range|1 8|b|1' 'columns that are not there are NULL'

# What is there is replaced only if that is asked for.
echo 'from before' >before
rm work/*
cp before work/a
run nst-mkreport "$sample" work/a
like "$status $(cat err)" '^1 nst-mkreport: work/a: it is there already; --force replaces it$' \
	'there: said'
same work/a before 'there: it stays'
run nst-mkreport --force "$sample" work/a
is "$status" 0 '--force'
same work/a "$BUILD/sample.nsys-rep" '--force: replaced'
cp before work/a
run sh -c "trap '' XFSZ; ulimit -f 50; exec nst-mkreport --force '$sample' work/a"
like "$status $(cat err)" '^1 nst-mkreport: work/a.*: File too large$' 'no more room: said'
same work/a before 'no more room: the old one is there'
is "$(ls work)" a 'no more room: nothing left behind'

# The export is never replaced, under whatever name.
cp "$sample" work/b
ln work/b work/hard
ln -s b work/soft
for name in ./work/b work/hard work/soft; do
	run nst-mkreport --force work/b "$name"
	is "$status $(cat err)" "1 nst-mkreport: $name: it is the export itself" "--force $name: refused"
	same work/b "$sample" "--force $name: the export stays"
done
finish
