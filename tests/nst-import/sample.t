#!/bin/sh
# SPDX-License-Identifier: MIT
# The sample as a report: its import has the rows of the sample, but for what no report can hold,
# and none of its secrets.
. tests/tap.sh
. tests/nst-import/reports.sh

report=$BUILD/sample.nsys-rep
sample=$(profile sample)
all=$tmp/all.sqlite
safe=$tmp/safe.sqlite
theirs=$tmp/theirs.sqlite

# The sample without what its page says that a report lacks.
cp "$sample" "$theirs"
sqlite3 -batch -bail "$theirs" <<'END'
UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET graphNodeId = NULL;
UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET graphNodeId = NULL;
UPDATE CUPTI_ACTIVITY_KIND_RUNTIME SET callchainId = NULL;
UPDATE NVTX_EVENTS SET category = NULL, endGlobalTid = NULL, uint64Value = NULL,
	doubleValue = NULL;
DROP TABLE CUBLAS_EVENTS;
DROP TABLE CUDA_GRAPH_NODE_EVENTS;
DROP TABLE MPI_P2P_EVENTS;
DROP TABLE MPI_COLLECTIVES_EVENTS;
DROP TABLE MPI_RANKS;
DROP TABLE ANALYSIS_FILE;
DROP TABLE META_DATA_CAPTURE;
END

# none DATABASE FROM DESCRIPTION: there are no such rows in the database and theirs.
none() {
	is "$(query "$1" "ATTACH '$theirs' AS theirs" "SELECT count(*) FROM $2")" 0 "$3"
}

# alike DATABASE TABLE...: the tables have the same rows as the sample's, in the columns that those
# have.
alike() {
	db=$1
	shift
	for table; do
		columns "$theirs" "$table" | cut -d '|' -f 2 | sort >"$tmp/want"
		columns "$db" "$table" | cut -d '|' -f 2 | sort >"$tmp/got"
		is "$(comm -23 "$tmp/want" "$tmp/got")" '' "$table: no column is missing"
		rows=$(query "$theirs" "SELECT count(*) FROM $table")
		ok "$table: has rows" test "$rows" -gt 0
		is "$(differing "$db" "$theirs" "$table")" 0 "$table: $rows rows"
	done
}

run nst-import -v --all-strings "$report" "$all"
is "$status" 0 'imported'
is "$(sed 's/^nst-import: [^:]*: //' "$tmp/err")" "not imported: properties of the system 2, end of the capture 1
imported, but not proven to be what nsys exports: \
backtraces of CUDA calls 50, NVTX marks and ends of domains 18, memory in use 8, GPU metrics 418, \
CUPTI_ACTIVITY_KIND_MEMCPY.srcDeviceId 6, CUPTI_ACTIVITY_KIND_MEMCPY.srcContextId 6, \
CUPTI_ACTIVITY_KIND_MEMCPY.dstDeviceId 6, CUPTI_ACTIVITY_KIND_MEMCPY.dstContextId 6" 'what it says'
sound "$all" 'the import'
tables "$all" >"$tmp/got"
tables "$theirs" >"$tmp/want"
is "$(comm -13 "$tmp/got" "$tmp/want")" '' 'no table is missing'
is "$(comm -23 "$tmp/got" "$tmp/want" | grep -v '^ENUM_')" '' 'no table is too many'
both=$(grep -v -e '^ENUM_' -e META_DATA_EXPORT -e TARGET_INFO_SYSTEM_ENV "$tmp/want")
names=$(grep '^ENUM_' "$tmp/want")
# shellcheck disable=SC2086 # a list of tables
alike "$all" $both
is "$(query "$all" 'SELECT name, value FROM TARGET_INFO_SYSTEM_ENV')" \
	"$(query "$theirs" 'SELECT name, value FROM TARGET_INFO_SYSTEM_ENV
		WHERE nameEnum NOT IN (610, 619)')" \
	'what is known of the machine, but for its environment and name'

# The names of numbers are those of real exports, of which the sample has some.
for table in $names; do
	none "$all" "theirs.$table t LEFT JOIN main.$table o USING (id)
		WHERE o.id IS NULL OR replace(o.label, 'prefecth', 'prefetch') IS NOT t.label" \
		"$table"
done

# fact NAME VALUE: what the import says of itself.
fact() {
	is "$(about "$all" "$1")" "$2" "$1"
}
fact EXPORT_PRODUCT_NAME nst-import
fact EXPORT_PRODUCT_VERSION 2025.3.2.367
fact EXPORT_PRODUCT_DATE 2025.3
fact EXPORT_SCHEMA_VERSION 3.20.3
fact EXPORT_SCHEMA_VERSION_MICRO 3
fact NST_VERSION "$(nst-import --version | cut -d ' ' -f 2)"
fact NST_REPORT_VERSION 2025.3.2.367
fact NST_STRINGS all
fact NST_NOT_IMPORTED 'properties of the system 2, end of the capture 1'
fact NST_UNPROVEN "$(sed -n 's/.*nsys exports: //p' "$tmp/err")"

# Secrets: environments, command lines, folders and captured output.
for secret in TOKEN ARGUMENT FOLDER; do
	ok "the report holds $secret" grep -aq "NST_CANARY_$secret" "$report"
done
is "$(query "$all" "SELECT count(*) FROM StringIds WHERE value GLOB '*NST_CANARY_STDOUT*'")" 2 \
	'the report holds what was printed'
is "$(query "$all" .dump | grep -c NST_CANARY)" 3 'secrets come out when all strings are wanted'
run nst-import -v "$report" "$safe"
is "$status" 0 'without secrets: imported'
like "$(cat "$tmp/err")" 'system 2, end of the capture 1, texts of strings \(--all-strings\) [0-9]+$' \
	'without secrets: it says so'
is "$(about "$safe" NST_STRINGS)" 'those that rows refer to' 'without secrets: the database too'
is "$(grep -ac -e NST_CANARY -e hunter2 "$safe")" 0 'without secrets: none comes out'
none "$safe" "theirs.StringIds t LEFT JOIN main.StringIds o USING (id)
	WHERE o.id IS NULL OR o.value <> t.value AND o.value <> ''" \
	'a string is as it was, or empty'
# shellcheck disable=SC2046 # a list of tables
alike "$safe" $(echo "$both" | grep -v StringIds)
nst-dump --stacks "$all" >"$tmp/all"
nst-dump --stacks "$safe" >"$tmp/safe"
same "$tmp/safe" "$tmp/all" 'the dump is the same without secrets'
is "$(grep -c -e NST_CANARY -e hunter2 "$tmp/safe")" 0 'and has none'

# Only what is proven.
run nst-import -v --proven "$report" "$tmp/proven.sqlite"
is "$status" 0 '--proven: imported'
is "$(grep -c 'not proven' "$tmp/err")" 0 '--proven: nothing else comes out'
for what in 'backtraces of CUDA calls/50' 'NVTX marks and ends of domains/18' 'memory in use/8' \
	'GPU metrics/418' 'CUPTI_ACTIVITY_KIND_MEMCPY.dstDeviceId/6'; do
	like "$(cat "$tmp/err")" "${what%/*} \(unproven\) ${what#*/}" "--proven: it says $what"
done
is "$(tables "$tmp/proven.sqlite" | grep -c -e GPU_METRICS -e MEMORY_USAGE)" 0 \
	'--proven: such tables are not there'
is "$(query "$tmp/proven.sqlite" 'SELECT count(*) FROM NVTX_EVENTS')" \
	"$(query "$theirs" 'SELECT count(*) FROM NVTX_EVENTS
		WHERE eventType NOT IN (33, 34, 76)')" \
	'--proven: ranges are all there'
is "$(query "$tmp/proven.sqlite" 'SELECT count(srcDeviceId) FROM CUPTI_ACTIVITY_KIND_MEMCPY')" 0 \
	'--proven: such columns are NULL'
is "$(about "$tmp/proven.sqlite" NST_UNPROVEN)" '' '--proven: the database says so'
finish
