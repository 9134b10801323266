#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-nsys recipe: its tables equal SQL over the exports, and a folder is written whole or not at
# all.
. tests/tap.sh

case $BUILD in
*/sanitize) sample=$top/build/sample.sqlite report=$top/build/sample.nsys-rep ;;
*) sample=$BUILD/sample.sqlite report=$BUILD/sample.nsys-rep ;;
esac
[ -e "$sample" ] || sample=$BUILD/sample.sqlite report=$BUILD/sample.nsys-rep
mkdir "$tmp/work"
cd "$tmp/work" || exit
cp "$sample" a.sqlite
# another rank: fewer kernels, of other lengths, and a range with quotes and a line break in its
# name
cp "$sample" b.sqlite
sqlite3 b.sqlite "DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE deviceId = 1 AND start % 3 = 0;
	UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET end = end - (end - start) / 10 WHERE deviceId = 0;
	UPDATE CUPTI_ACTIVITY_KIND_MEMCPY SET bytes = bytes + 12345;
	UPDATE NVTX_EVENTS SET text = 'a \"b\",' || char(10) || 'c' WHERE text = 'log'"
cp a.sqlite c.sqlite
sqlite3 c.sqlite 'DELETE FROM CUPTI_ACTIVITY_KIND_KERNEL; DELETE FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE'

# both STATEMENT: the rows of a query over the kernels of both ranks.
both() {
	sqlite3 -csv :memory: "ATTACH 'a.sqlite' AS a; ATTACH 'b.sqlite' AS b;
	CREATE TABLE k AS SELECT 0 AS rank, start, end, deviceId, globalPid >> 24 & 16777215 AS pid, s.value AS name, d.value AS long
			FROM a.CUPTI_ACTIVITY_KIND_KERNEL JOIN a.StringIds s ON s.id = shortName JOIN a.StringIds d ON d.id = demangledName
		UNION ALL SELECT 1, start, end, deviceId, globalPid >> 24 & 16777215, s.value, d.value
			FROM b.CUPTI_ACTIVITY_KIND_KERNEL JOIN b.StringIds s ON s.id = shortName JOIN b.StringIds d ON d.id = demangledName;
	$1" | tr -d '\r'
}

# table FOLDER TABLE STATEMENT: the rows of a query over a table that a recipe wrote, as t.
table() {
	sqlite3 -csv :memory: ".import $1/$2 t" "$3" | tr -d '\r'
}

# equal DESCRIPTION: $tmp/got and $tmp/want have the same rows, and some.
equal() {
	same "$tmp/got" "$tmp/want" "$1"
	ok "$1: there are rows" test -s "$tmp/want"
}

run nst-nsys recipe cuda_gpu_kern_sum --input a.sqlite b.sqlite
is "$status $(cat "$tmp/out")" '0 ' 'two ranks: status'
is "$(ls cuda_gpu_kern_sum-1 | tr '\n' ' ')" 'all_stats.csv files.csv rank_stats.csv ' 'two ranks: the files'
is "$(cat cuda_gpu_kern_sum-1/files.csv)" 'Rank,File,Recipe
0,a.sqlite,cuda_gpu_kern_sum
1,b.sqlite,cuda_gpu_kern_sum' 'two ranks: files.csv'
figures='"Total Time (ns)", Instances, "Min (ns)", "Max (ns)", Name'
sums='sum(end - start), count(*), min(end - start), max(end - start), long'
table cuda_gpu_kern_sum-1 rank_stats.csv "SELECT Rank, $figures FROM t ORDER BY Rank, Name" >"$tmp/got"
both "SELECT rank, $sums FROM k GROUP BY rank, long ORDER BY rank, long" >"$tmp/want"
equal 'kernels of each rank: as SQL'
table cuda_gpu_kern_sum-1 all_stats.csv "SELECT $figures, \"Med (ns)\" FROM t ORDER BY Name" >"$tmp/got"
both "CREATE TABLE m AS SELECT long AS l, printf('%.1f', avg(d)) AS med FROM (SELECT long, end - start AS d, count(*) OVER (PARTITION BY long) AS n,
	row_number() OVER (PARTITION BY long ORDER BY end - start) AS r FROM k) WHERE r IN ((n + 1) / 2, (n + 2) / 2) GROUP BY long;
	SELECT $sums, med FROM k JOIN m ON l = long GROUP BY long ORDER BY long" >"$tmp/want"
equal 'kernels of all ranks: as SQL'
table cuda_gpu_kern_sum-1 all_stats.csv "SELECT printf('%.0f', sum(\"Time (%)\")) FROM t" >"$tmp/got"
is "$(cat "$tmp/got")" 100 'kernels of all ranks: their shares are of all'

# The reports and rules: those of nst-stats, which its own tests hold against NVIDIA's tables.
for recipe in cuda_api_sum cuda_gpu_mem_size_sum cuda_gpu_mem_time_sum nvtx_gpu_proj_sum nvtx_sum osrt_sum \
	mpi_sum:mpi_event_sum nvtx_gpu_proj_trace cuda_api_sync:cuda_api_sync:rows=100000 cuda_memcpy_sync:cuda_memcpy_sync:rows=100000 \
	gpu_gaps:gpu_gaps:rows=100000:gap=1 gpu_time_util:gpu_time_util:rows=100000:threshold=99:chunks=7; do
	name=${recipe%%:*} stats=${recipe#*:}
	options='' kind=-r
	case $stats in
	*:rows=*) kind=--rule ;;
	esac
	case $name in
	gpu_gaps) options='--gap 1' ;;
	gpu_time_util) options='--threshold=99 --chunks=7' ;;
	esac
	# shellcheck disable=SC2086 # words
	run nst-nsys recipe $name --input a.sqlite --input=b.sqlite --output out $options
	is "$status $(cat "$tmp/out")" '0 ' "$name: status"
	: >"$tmp/want"
	for rank in 0:a.sqlite 1:b.sqlite; do
		nst-stats -q $kind "$stats" -f csv -o - "${rank#*:}" >"$tmp/one" 2>/dev/null
		sqlite3 -csv :memory: ".import $tmp/one t" "SELECT ${rank%%:*}, * FROM t" | tr -d '\r' >>"$tmp/want"
	done
	case $name in
	*_sum)
		file=rank_stats.csv
		files='all_stats.csv files.csv rank_stats.csv '
		;;
	*)
		file=$name.csv
		files="files.csv $name.csv "
		[ "$name" != cuda_api_sync ] || files="$name.csv files.csv "
		[ "$name" != cuda_memcpy_sync ] || files="$name.csv files.csv "
		;;
	esac
	is "$(ls out | sort | tr '\n' ' ')" "$(echo "$files" | tr ' ' '\n' | sort | tr '\n' ' ' | sed 's/^ //')" "$name: the files"
	table out "$file" 'SELECT * FROM t' >"$tmp/got"
	equal "$name: as nst-stats"
	rm -rf out
done

# Of all ranks: counts and sums add up.
nst-nsys recipe cuda_gpu_mem_size_sum --input a.sqlite b.sqlite --output out 2>/dev/null
table out all_stats.csv 'SELECT sum(Count) FROM t' >"$tmp/got"
table out rank_stats.csv 'SELECT sum(Count) FROM t' >"$tmp/want"
equal 'sizes of all ranks: as many as those of each'
rm -rf out
nst-nsys recipe nvtx_gpu_proj_sum a.sqlite b.sqlite --output out 2>/dev/null
columns='sum("Total Proj Time (ns)"), sum("Total Range Time (ns)"), sum("Range Instances"), sum("Total GPU Ops"), min("Proj Min (ns)" + 0), max("Proj Max (ns)" + 0)'
table out all_stats.csv "SELECT Range, $columns FROM t GROUP BY Range ORDER BY Range" >"$tmp/got"
table out rank_stats.csv "SELECT Range, $columns FROM t GROUP BY Range ORDER BY Range" >"$tmp/want"
equal 'projections of all ranks: the sums of each'
table out rank_stats.csv "SELECT count(*) FROM t WHERE Rank = 1 AND Range = ':a \"b\",' || char(10) || 'c'" >"$tmp/got"
is "$(cat "$tmp/got")" "$(table out rank_stats.csv "SELECT count(*) FROM t WHERE Rank = 0 AND Range = ':log'")" 'a name with quotes and a line break'
rm -rf out

# The domain NCCL.
for recipe in nccl_sum nccl_gpu_proj_sum; do
	nst-nsys recipe $recipe --input a.sqlite --output out 2>/dev/null
	case $recipe in
	nccl_sum) stats=nvtx_sum figures='"Total Time (ns)", Instances' ;;
	*) stats=nvtx_gpu_proj_sum figures='"Total Proj Time (ns)", "Range Instances", "Total GPU Ops"' ;;
	esac
	nst-stats -q -r $stats -f csv -o - a.sqlite >"$tmp/one" 2>/dev/null
	sqlite3 -csv :memory: ".import $tmp/one t" "SELECT $figures, Range FROM t WHERE Range LIKE 'NCCL:%'" | tr -d '\r' >"$tmp/want"
	table out all_stats.csv "SELECT $figures, Range FROM t" >"$tmp/got"
	equal "$recipe: the rows of its domain"
	rm -rf out
done

# Paces.
nst-nsys recipe cuda_gpu_kern_pace --input a.sqlite b.sqlite --name vectorized_elementwise_kernel --output out 2>/dev/null
table out cuda_gpu_kern_pace.csv 'SELECT Rank, substr(Device, -2, 1), Instance, "Start (ns)", "Duration (ns)", "Pace (ns)" FROM t ORDER BY 1, 2, Instance + 0' >"$tmp/got"
both "SELECT rank, deviceId, row_number() OVER w, start, end - start, coalesce(start - lag(start) OVER w, '') FROM k
	WHERE name = 'vectorized_elementwise_kernel' WINDOW w AS (PARTITION BY rank, deviceId ORDER BY start) ORDER BY rank, deviceId, start" >"$tmp/want"
equal 'the pace of a kernel: as SQL'
rm -rf out
nst-nsys recipe nvtx_pace --input a.sqlite --name=forward --output out 2>/dev/null
table out nvtx_pace.csv 'SELECT PID, TID, Instance, "Start (ns)", "Duration (ns)", "Pace (ns)" FROM t ORDER BY 1, 2, Instance + 0' >"$tmp/got"
sqlite3 -csv a.sqlite "SELECT globalTid >> 24 & 16777215, globalTid & 16777215, row_number() OVER w, start, end - start, coalesce(start - lag(start) OVER w, '')
	FROM NVTX_EVENTS LEFT JOIN StringIds ON id = textId WHERE coalesce(text, value) = 'forward' AND end IS NOT NULL
	WINDOW w AS (PARTITION BY globalTid ORDER BY start) ORDER BY globalTid, start" | tr -d '\r' >"$tmp/want"
equal 'the pace of a range: as SQL'
rm -rf out
nst-nsys recipe nvtx_gpu_proj_pace --input a.sqlite --name forward --output out 2>/dev/null
table out nvtx_gpu_proj_pace.csv 'SELECT PID, TID, Instance, "Start (ns)", "Duration (ns)", "Pace (ns)" FROM t ORDER BY 1, 2, Instance + 0' >"$tmp/got"
nst-stats -q -r nvtx_gpu_proj_trace -f csv -o - a.sqlite >"$tmp/one" 2>/dev/null
sqlite3 -csv :memory: ".import $tmp/one t" "SELECT PID, TID, row_number() OVER w, \"Projected Start (ns)\", \"Projected Duration (ns)\",
	coalesce(\"Projected Start (ns)\" - lag(\"Projected Start (ns)\") OVER w, '') FROM t WHERE Name = ':forward'
	WINDOW w AS (PARTITION BY PID, TID ORDER BY \"Projected Start (ns)\" + 0) ORDER BY 1, 2, 3" | tr -d '\r' >"$tmp/want"
equal 'the pace of a projected range: as SQL over its trace'
rm -rf out
nst-nsys recipe nvtx_pace --input b.sqlite --name 'a "b",
c' --output out 2>/dev/null
is "$(table out nvtx_pace.csv 'SELECT count(*) FROM t')" "$(sqlite3 b.sqlite "SELECT count(*) FROM NVTX_EVENTS
	LEFT JOIN StringIds ON id = textId WHERE coalesce(text, value) LIKE 'a \"b\"%' AND end IS NOT NULL")" 'the pace of a range with a line break in its name'
rm -rf out
cp a.sqlite late.sqlite # times since 1970: larger than a double holds to the nanosecond
sqlite3 late.sqlite 'UPDATE NVTX_EVENTS SET start = start + 1757498400123456789, end = end + 1757498400123456789'
nst-nsys recipe nvtx_pace --input a.sqlite --name forward --output out 2>/dev/null
nst-nsys recipe nvtx_pace --input late.sqlite --name forward --output late 2>/dev/null
table late nvtx_pace.csv 'SELECT "Duration (ns)", "Pace (ns)" FROM t ORDER BY "Start (ns)" + 0' >"$tmp/got"
table out nvtx_pace.csv 'SELECT "Duration (ns)", "Pace (ns)" FROM t ORDER BY "Start (ns)" + 0' >"$tmp/want"
equal 'paces of large times'
rm -rf out late

# The time in which kernels and graphs ran, as islands of rows that touch.
islands="CREATE TABLE w AS SELECT start, end, deviceId AS d, globalPid >> 24 & 16777215 AS p, value LIKE 'nccl%' AS comm, value AS name
		FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds ON id = shortName
	UNION ALL SELECT start, end, deviceId, globalPid >> 24 & 16777215, 0, 'graph' FROM CUPTI_ACTIVITY_KIND_GRAPH_TRACE;
	CREATE TABLE i AS SELECT p, d, comm, min(start) AS s, max(end) AS e FROM (
		SELECT *, sum(prev IS NULL OR start > prev) OVER (PARTITION BY p, d, comm ORDER BY start, end) AS n FROM (
			SELECT *, max(end) OVER (PARTITION BY p, d, comm ORDER BY start, end ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS prev FROM w))
		GROUP BY p, d, comm, n;
	CREATE TABLE j AS SELECT p, d, min(s) AS s, max(e) AS e FROM (
		SELECT *, sum(prev IS NULL OR s > prev) OVER (PARTITION BY p, d ORDER BY s, e) AS n FROM (
			SELECT *, max(e) OVER (PARTITION BY p, d ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS prev FROM i))
		GROUP BY p, d, n;"
cp a.sqlite islands.sqlite
sqlite3 islands.sqlite "$islands"
nst-nsys recipe cuda_gpu_time_util_map --input a.sqlite --bins 13 --output out 2>/dev/null
sqlite3 -csv islands.sqlite '.import out/cuda_gpu_time_util_map.csv t' \
	'SELECT t.PID, t.Device, Bin, "Start (ns)", "End (ns)", "Utilization (%)" FROM t' | tr -d '\r' >"$tmp/got"
sqlite3 -csv islands.sqlite 'DROP TABLE IF EXISTS t' '.import out/cuda_gpu_time_util_map.csv t' "SELECT PID, Device, Bin, \"Start (ns)\", \"End (ns)\",
	printf('%.1f', 100.0 * coalesce((SELECT sum(max(0, min(e, \"End (ns)\" + 0) - max(s, \"Start (ns)\" + 0))) FROM j
		WHERE p = PID + 0 AND d = Device + 0), 0) / (\"End (ns)\" - \"Start (ns)\")) FROM t" | tr -d '\r' >"$tmp/want"
equal 'the use of GPUs by time: as SQL'
is "$(table out cuda_gpu_time_util_map.csv 'SELECT min("Start (ns)"), max("End (ns)"), count(DISTINCT Bin), count(DISTINCT "Start (ns)") FROM t')" \
	"$(sqlite3 -csv islands.sqlite 'SELECT min(s), max(e), 13, 13 FROM i' | tr -d '\r')" 'the use of GPUs by time: all of the time'
rm -rf out
nst-nsys recipe nccl_gpu_time_util_map --input a.sqlite --output out 2>/dev/null
# by FORM: a query over the table with the share of time that FORM gives, in percent.
share() {
	echo "printf('%.1f', 100.0 * coalesce((SELECT sum(max(0, min($2, \"End (ns)\" + 0) - max($1, \"Start (ns)\" + 0))) FROM $3), 0) / (\"End (ns)\" - \"Start (ns)\"))"
}
own='x.p = PID + 0 AND x.d = Device + 0'
sqlite3 -csv islands.sqlite 'DROP TABLE IF EXISTS n' '.import out/nccl_gpu_time_util_map.csv n' \
	'SELECT PID, Device, Bin, "Communication (%)", "Compute (%)" FROM n WHERE NOT (PID = 4201 AND Device = 1)' | tr -d '\r' >"$tmp/got"
sqlite3 -csv islands.sqlite 'DROP TABLE IF EXISTS n' '.import out/nccl_gpu_time_util_map.csv n' "SELECT PID, Device, Bin,
	$(share x.s x.e "i x WHERE comm AND $own"), $(share x.s x.e "i x WHERE NOT comm AND $own")
	FROM n WHERE NOT (PID = 4201 AND Device = 1)" | tr -d '\r' >"$tmp/want"
equal 'communication by time: as SQL'
# the overlap is with work of all processes on the GPU
sqlite3 -csv islands.sqlite 'DROP TABLE IF EXISTS n' '.import out/nccl_gpu_time_util_map.csv n' 'SELECT PID, Device, Bin, "Overlap (%)" FROM n WHERE Device = 0' | tr -d '\r' >"$tmp/got"
sqlite3 -csv islands.sqlite 'DROP TABLE IF EXISTS n' '.import out/nccl_gpu_time_util_map.csv n' "SELECT PID, Device, Bin,
	$(share 'max(x.s, y.s)' 'min(x.e, y.e)' "i x JOIN i y ON x.p = y.p AND x.d = y.d AND x.s < y.e AND y.s < x.e WHERE x.comm AND NOT y.comm AND $own")
	FROM n WHERE Device = 0" | tr -d '\r' >"$tmp/want"
equal 'the overlap by time: as SQL'
ok 'the overlap by time: there is some' grep -q -v ',0.0$' "$tmp/want"
rm -rf out
nst-nsys recipe nccl_gpu_overlap_trace --input a.sqlite --output out 2>/dev/null
table out nccl_gpu_overlap_trace.csv 'SELECT Rank, PID, Device, Instances, "Total (ns)", Name FROM t ORDER BY 2, 3, 6' >"$tmp/got"
sqlite3 -csv islands.sqlite "SELECT 0, p, d, count(*), sum(end - start), name FROM w WHERE name <> 'graph' GROUP BY p, d, name ORDER BY p, d, name" | tr -d '\r' >"$tmp/want"
grep -v ',"Graph' "$tmp/got" >"$tmp/kernels"
mv "$tmp/kernels" "$tmp/got"
equal 'the overlap by kernel: counts and totals as SQL'
table out nccl_gpu_overlap_trace.csv "SELECT Device, \"Busy (ns)\", \"Overlap (ns)\", \"Overlap (%)\" FROM t WHERE Kind = 'communication' AND Device = 0" >"$tmp/got"
sqlite3 -csv islands.sqlite "SELECT d, busy, both, printf('%.1f', 100.0 * both / busy) FROM (SELECT d, sum(e - s) AS busy,
	(SELECT sum(min(x.e, y.e) - max(x.s, y.s)) FROM i x JOIN i y ON x.d = y.d AND x.s < y.e AND y.s < x.e
		WHERE x.comm AND NOT y.comm AND x.d = 0) AS both FROM i WHERE comm AND d = 0 GROUP BY d)" | tr -d '\r' >"$tmp/want"
equal 'the overlap of communication: as SQL'
rm -rf out

# Calls of MPI and UCX that communicate, beside kernels. The sample has no tables of UCX.
cp islands.sqlite comm.sqlite
sqlite3 comm.sqlite "CREATE TABLE UCP_SUBMIT_EVENTS (start INTEGER NOT NULL, end INTEGER, globalTid INTEGER, textId INTEGER, bufferAddr INTEGER, packedSize INTEGER, peerWorkerUid INTEGER, tag INTEGER);
	CREATE TABLE UCP_EVENTS (start INTEGER NOT NULL, end INTEGER, globalTid INTEGER, textId INTEGER);
	INSERT INTO StringIds (id, value) VALUES (990001, 'ucp_tag_send_nbx'), (990002, 'ucp_worker_create'), (990003, 'MPI_Init_thread'), (990004, 'a \"type\":\"mpi\", \"pid\":7');
	INSERT INTO UCP_SUBMIT_EVENTS SELECT start - 200000, end + row * 1000, globalTid, 990001, 1, 8, 2, 3 FROM (SELECT *, rowid AS row FROM MPI_P2P_EVENTS) WHERE row % 2;
	INSERT INTO UCP_EVENTS SELECT min(start), max(end), globalTid, 990002 FROM MPI_P2P_EVENTS GROUP BY globalTid;
	CREATE TABLE MPI_OTHER_EVENTS (start INTEGER NOT NULL, end INTEGER, globalTid INTEGER, textId INTEGER);
	INSERT INTO MPI_OTHER_EVENTS SELECT min(start), max(end), globalTid, 990003 FROM MPI_P2P_EVENTS GROUP BY globalTid;
	CREATE TABLE c AS SELECT 'mpi' AS lib, start AS s, end AS e, globalTid >> 24 & 16777215 AS p FROM MPI_P2P_EVENTS UNION ALL SELECT 'mpi', start, end, globalTid >> 24 & 16777215 FROM MPI_COLLECTIVES_EVENTS
		UNION ALL SELECT 'ucx', start, end, globalTid >> 24 & 16777215 FROM UCP_SUBMIT_EVENTS;
	CREATE TABLE ci AS SELECT lib, p, min(s) AS s, max(e) AS e FROM (
		SELECT *, sum(prev IS NULL OR s > prev) OVER (PARTITION BY lib, p ORDER BY s, e) AS n FROM (
			SELECT *, max(e) OVER (PARTITION BY lib, p ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS prev FROM c))
		GROUP BY lib, p, n;
	CREATE TABLE dk AS SELECT d, min(s) AS s, max(e) AS e FROM (
		SELECT *, sum(prev IS NULL OR s > prev) OVER (PARTITION BY d ORDER BY s, e) AS n FROM (
			SELECT *, max(e) OVER (PARTITION BY d ORDER BY s, e ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS prev FROM j))
		GROUP BY d, n;
	UPDATE CUPTI_ACTIVITY_KIND_KERNEL SET shortName = 990004 WHERE rowid = 5"
for library in mpi ucx; do
	run nst-nsys recipe ${library}_gpu_time_util_map --input comm.sqlite --bins 9 --output out
	is "$status $(cat "$tmp/err")" '0 ' "$library: status"
	upper=$(echo $library | tr a-z A-Z)
	sqlite3 -csv comm.sqlite 'DROP TABLE IF EXISTS n' ".import out/${library}_gpu_time_util_map.csv n" \
		"SELECT PID, Device, Bin, \"$upper (%)\", \"Kernels (%)\", \"Overlap (%)\" FROM n" | tr -d '\r' >"$tmp/got"
	# the overlap is with kernels of all processes on the GPU
	sqlite3 -csv comm.sqlite 'DROP TABLE IF EXISTS n' ".import out/${library}_gpu_time_util_map.csv n" "SELECT PID, Device, Bin,
		$(share x.s x.e "ci x WHERE lib = '$library' AND x.p = PID + 0"), $(share x.s x.e "j x WHERE $own"),
		$(share 'max(x.s, y.s)' 'min(x.e, y.e)' "ci x JOIN dk y ON x.s < y.e AND y.s < x.e WHERE lib = '$library' AND x.p = PID + 0 AND y.d = Device + 0") FROM n" | tr -d '\r' >"$tmp/want"
	equal "$library: calls and kernels by time: as SQL"
	is "$(awk -F , '$4 > 0 { c = 1 } $6 > 0 { o = 1 } END { print c, o }' "$tmp/want")" '1 1' "$library: there are calls, and some overlap"
	is "$(table out ${library}_gpu_time_util_map.csv 'SELECT min("Start (ns)" + 0), max("End (ns)" + 0) FROM t')" \
		"$(sqlite3 -csv comm.sqlite "SELECT min(s), max(e) FROM (SELECT s, e FROM j UNION ALL SELECT s, e FROM ci WHERE lib = '$library' AND p IN (SELECT p FROM j))" | tr -d '\r')" "$library: the time of kernels and calls"
	rm -rf out
done
nst-nsys recipe mpi_gpu_time_util_map a.sqlite --filter-nvtx log --output=out 2>/dev/null
is "$(table out mpi_gpu_time_util_map.csv 'SELECT min("Start (ns)" + 0), max("End (ns)" + 0), max("MPI (%)" + 0) > 0 FROM t')" \
	"$(nst-dump --type kernel,graph,mpi,nvtx a.sqlite | nst-filter --during-nvtx log | jq -s -r 'map(select(.type != "nvtx" and .dur)) | [(map(.ts) | min), (map(.ts + .dur) | max), 1] | @csv')" 'mpi: --filter-nvtx'
rm -rf out
run nst-nsys recipe ucx_gpu_time_util_map --input a.sqlite --output out
is "$status $(paste -s -d , "$tmp/err")" '1 nst-nsys: a.sqlite: no data for the recipe,nst-nsys: recipe ucx_gpu_time_util_map: not written: no input has data for it' 'no calls of UCX'

# Accesses to files, with names that CSV and JSON quote.
cp a.sqlite files.sqlite
sqlite3 files.sqlite "CREATE TABLE ENUM_OSRT_FILE_ACCESS_EVENT_TYPE (id INTEGER NOT NULL PRIMARY KEY, name TEXT, label TEXT);
	INSERT INTO ENUM_OSRT_FILE_ACCESS_EVENT_TYPE VALUES (1, 'Open', 'OSRT Open File Action'), (2, 'Close', 'OSRT Close File Action'), (3, 'Read', 'OSRT Read from File Action'),
		(4, 'Write', 'OSRT Write to File Action'), (5, 'MultiAction', 'OSRT Multi Action File Action'), (6, 'Metadata', 'OSRT Metadata File Action');
	CREATE TABLE OSRT_FILE_ACCESS_DESCRIPTORS (fileAccessId INTEGER NOT NULL, processId INTEGER NOT NULL, openedAt INTEGER NOT NULL, closedAt INTEGER NOT NULL, filePath TEXT NOT NULL);
	CREATE TABLE OSRT_FILE_ACCESS_EVENTS (fileAccessId INTEGER NOT NULL, threadId INTEGER NOT NULL, startedAt INTEGER NOT NULL, endedAt INTEGER NOT NULL, eventType INTEGER NOT NULL, apiCallId INTEGER NOT NULL, bytesProcessed INTEGER NOT NULL, context TEXT NOT NULL);
	INSERT INTO OSRT_FILE_ACCESS_DESCRIPTORS VALUES (1, 4201, 0, 0, '/data/a'), (2, 4201, 0, 0, 'a \"b\", c'), (3, 4202, 0, 0, '/data/a'), (4, 4202, 0, 0, 'tab' || char(9) || 'back\slash' || char(10) || 'line'), (5, 4201, 0, 0, '/data/a');
	WITH n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
		INSERT INTO OSRT_FILE_ACCESS_EVENTS SELECT 1 + i * 7 % 5, 4201, 12500000000 + i * 1000000, 12500000000 + i * 1000000 + i * 13 % 997, 1 + i * 11 % 6, 1, i % 9 - 1 + i * 100000007 % 4000000000, '' FROM n"
nst-nsys recipe file_access_sum --input files.sqlite --output out 2>/dev/null
columns='PID, File, Accesses, Opens, Closes, Reads, "Read (B)", Writes, "Written (B)", Other, "Other (B)", "Total Time (ns)"'
table out file_access_sum.csv "SELECT Rank, $columns FROM t ORDER BY PID, File" >"$tmp/got"
sqlite3 -csv files.sqlite "SELECT 0, processId, filePath, count(*), sum(eventType = 1), sum(eventType = 2), sum(eventType = 3), sum(max(bytesProcessed, 0) * (eventType = 3)),
	sum(eventType = 4), sum(max(bytesProcessed, 0) * (eventType = 4)), sum(eventType > 4), sum(max(bytesProcessed, 0) * (eventType > 4)), sum(endedAt - startedAt)
	FROM OSRT_FILE_ACCESS_EVENTS JOIN OSRT_FILE_ACCESS_DESCRIPTORS USING (fileAccessId) GROUP BY processId, filePath ORDER BY processId, filePath" | tr -d '\r' >"$tmp/want"
equal 'accesses to files: as SQL'
rm -rf out
nst-nsys recipe file_access_sum --input files.sqlite --output out --filter-nvtx forward 2>/dev/null
is "$(table out file_access_sum.csv 'SELECT sum(Accesses) FROM t')" \
	"$(nst-dump --type file-access,nvtx files.sqlite | nst-filter --during-nvtx forward | jq -s 'map(select(.type == "file-access")) | length')" 'accesses to files: --filter-nvtx'
rm -rf out
report2=${REPORTS:-$top/../shared/reports}/unified-memory-2026.1.3
if [ -e "$report2.nsys-rep" ]; then
	nst-nsys recipe file_access_sum --input "$report2.nsys-rep" --output out 2>/dev/null
	is "$(table out file_access_sum.csv 'SELECT sum(Accesses), sum("Total Time (ns)"), count(*) FROM t')" \
		"$(sqlite3 -csv "$report2.sqlite" 'SELECT count(*), sum(endedAt - startedAt), count(DISTINCT fileAccessId) FROM OSRT_FILE_ACCESS_EVENTS' | tr -d '\r')" 'accesses to files of a report: as SQL over its export'
	rm -rf out
else
	skip 'no real reports' 'accesses to files of a report'
fi

# Differences of two folders.
for recipe in cuda_gpu_kern_sum nvtx_sum cuda_gpu_mem_size_sum; do
	rm -rf old new out
	nst-nsys recipe $recipe --input a.sqlite --output old 2>/dev/null
	nst-nsys recipe $recipe --input b.sqlite --output new 2>/dev/null
	run nst-nsys recipe diff --input old new/ --output out --csv
	is "$status $(cat "$tmp/out" "$tmp/err")" '0 ' "diff of $recipe: status"
	is "$(ls out | tr '\n' ' ')" 'all_diff.csv files.csv rank_diff.csv ' "diff of $recipe: the files"
	case $recipe in
	cuda_gpu_kern_sum) key=Name figure='Total Time (ns)' form=%d ;;
	nvtx_sum) key=Range figure='Avg (ns)' form=%.1f ;;
	*) key=Operation figure='Total (MB)' form=%.3f ;;
	esac
	for table in all rank; do
		sqlite3 -csv :memory: ".import out/${table}_diff.csv t" "SELECT \"$key\", Baseline, Comparison, \"Absolute Diff\", \"Relative Diff (%)\" FROM t WHERE \"Column\" = '$figure' ORDER BY 1" | tr -d '\r' >"$tmp/got"
		sqlite3 -csv :memory: ".import old/${table}_stats.csv a" ".import new/${table}_stats.csv b" "SELECT k, coalesce(x, ''), coalesce(y, ''), CASE WHEN x <> '' AND y <> '' THEN printf('$form', y - x) ELSE '' END,
			CASE WHEN x <> '' AND y <> '' AND x + 0 <> 0 THEN printf('%.1f', 100.0 * (y - x) / x) ELSE '' END
			FROM (SELECT DISTINCT k, (SELECT \"$figure\" FROM a WHERE \"$key\" = k) AS x, (SELECT \"$figure\" FROM b WHERE \"$key\" = k) AS y
				FROM (SELECT \"$key\" AS k FROM a UNION SELECT \"$key\" FROM b)) ORDER BY 1" | tr -d '\r' >"$tmp/want"
		equal "diff of $recipe: $table: as SQL"
	done
done
run nst-nsys recipe diff old cuda_gpu_kern_sum-1 --output other
is "$status $(cat "$tmp/err")" '1 nst-nsys: old is of cuda_gpu_mem_size_sum, and cuda_gpu_kern_sum-1 of cuda_gpu_kern_sum' 'diff of two recipes'
run nst-nsys recipe diff old . --output other
like "$status $(cat "$tmp/err")" '^1 nst-nsys: \.: no rank_stats.csv: ' 'diff of another folder'
ok 'diff that fails: nothing is written' test ! -e other
rm -rf old new out

# Filters.
sqlite3 -csv a.sqlite 'SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL WHERE end > 12500000000 AND start < 12600000000' | tr -d '\r' >"$tmp/want"
nst-nsys recipe cuda_gpu_kern_sum a.sqlite --filter-time 12500000000/12600000000 --output=out 2>/dev/null
table out rank_stats.csv 'SELECT sum(Instances) FROM t' >"$tmp/got"
equal '--filter-time'
rm -rf out
nst-nsys recipe cuda_gpu_kern_sum a.sqlite --filter-nvtx forward --output=out 2>/dev/null
nst-stats -q -r cuda_gpu_kern_sum --filter-nvtx forward -f csv -o - a.sqlite >"$tmp/want" 2>/dev/null
cp out/all_stats.csv "$tmp/got"
equal '--filter-nvtx: as nst-stats'
rm -rf out
nst-nsys recipe cuda_gpu_time_util_map a.sqlite --filter-nvtx forward --output=out 2>/dev/null
nst-dump --type kernel,graph,nvtx a.sqlite | nst-filter --during-nvtx forward | nst-filter --type kernel,graph >"$tmp/kept.ndjson"
is "$(table out cuda_gpu_time_util_map.csv 'SELECT min("Start (ns)"), max("End (ns)") FROM t')" \
	"$(jq -s -r 'map(select(.dur)) | [(map(.ts) | min), (map(.ts + .dur) | max)] | @csv' "$tmp/kept.ndjson")" '--filter-nvtx: a heatmap of the kernels that are left'
is "$(table out cuda_gpu_time_util_map.csv "SELECT count(*) FROM t WHERE PID = '' OR Device = ''")" 0 '--filter-nvtx: no row is of the range itself'
rm -rf out

# Folders of reports, in the order of their names; exports beside reports do not count.
mkdir reports
cp "$report" reports/b.nsys-rep
cp "$report" 'reports/a "1", x.nsys-rep'
cp "$report" reports/c.qdrep
cp a.sqlite reports/0.sqlite
run nst-nsys recipe cuda_gpu_kern_sum --input reports/:2 --csv --mode none --output out
is "$status $(table out files.csv 'SELECT Rank, File FROM t' | tr '\n' ' ')" \
	'0 0,"reports/a ""1"", x.nsys-rep" 1,reports/b.nsys-rep ' 'the first two of a folder'
rm -rf out
run nst-nsys recipe -q cuda_gpu_kern_sum --input reports --output out/
is "$status $(table out files.csv 'SELECT count(*) FROM t')" '0 3' 'a folder'
table out rank_stats.csv "SELECT $sums FROM (SELECT 0 AS start, 0 AS end, '' AS long) LIMIT 0" >"$tmp/got"
nst-stats -q -r cuda_gpu_kern_sum -f csv -o - a.sqlite 2>/dev/null | sed 1d >"$tmp/want"
for rank in 0 1 2; do
	sed -n "s/^$rank,//p" out/rank_stats.csv >"$tmp/got"
	equal "a report in a folder is as its export: rank $rank"
done
rm -rf out
mkdir exports
cp a.sqlite exports/1.sqlite
cp c.sqlite exports/0.sqlite
run nst-nsys recipe -q cuda_gpu_kern_sum --input exports --output out
is "$status $(table out files.csv 'SELECT Rank, File FROM t' | tr '\n' ' ')" \
	'0 0,exports/0.sqlite 1,exports/1.sqlite ' 'a folder without reports: its exports'
rm -rf out
rm exports/*
run nst-nsys recipe -q cuda_gpu_kern_sum --input exports --output out
is "$status $(cat "$tmp/err")" '1 nst-nsys: exports: no reports or exports in this folder' 'an empty folder'

# A rank without data, and none with any.
run nst-nsys recipe cuda_gpu_kern_sum --input c.sqlite a.sqlite --output out
like "$status $(head -n 1 "$tmp/err")" '^0 nst-nsys: c.sqlite: no data for the recipe$' 'a rank without data: a line says so'
is "$(table out rank_stats.csv 'SELECT DISTINCT Rank FROM t')" 1 'a rank without data: the others are there'
cp out/all_stats.csv "$tmp/got"
nst-stats -q -r cuda_gpu_kern_sum -f csv -o - a.sqlite >"$tmp/want" 2>/dev/null
equal 'a rank without data: the table of all'
rm -rf out
run nst-nsys recipe cuda_gpu_kern_sum --input c.sqlite --output out
like "$status $(tail -n 1 "$tmp/err")" '^1 .*recipe cuda_gpu_kern_sum: not written: no input has data for it$' 'no data: status 1'
ok 'no data: no folder' test ! -e out
run nst-nsys recipe gpu_gaps --input a.sqlite --output out
is "$status $(cat "$tmp/err")" '0 nst-nsys: a.sqlite: gpu_gaps found nothing' 'a rule that finds nothing'
ok 'a rule that finds nothing: no folder' test ! -e out
run nst-nsys recipe nvtx_pace --input a.sqlite --name nowhere --output out
like "$status $(sed -n '/nothing/p' "$tmp/err")" "1 .*a.sqlite: nothing is called 'nowhere'" 'a name that nothing has'

# Existing folders.
mkdir out
run nst-nsys recipe osrt_sum --input a.sqlite --output out
is "$status $(cat "$tmp/err")" '1 nst-nsys: out: exists: kept (see --force-overwrite)' 'a folder is kept'
run nst-nsys recipe osrt_sum --input a.sqlite --output out --force-overwrite
is "$status $(ls out | tr '\n' ' ')" '0 all_stats.csv files.csv rank_stats.csv ' '--force-overwrite: an empty folder'
run nst-nsys recipe gpu_time_util --input a.sqlite --output out --force-overwrite --threshold 99
is "$status $(ls out | tr '\n' ' ')" '0 files.csv gpu_time_util.csv ' '--force-overwrite: tables of another recipe go'
echo mine >out/mine
cp out/gpu_time_util.csv "$tmp/kept"
run nst-nsys recipe osrt_sum --input a.sqlite --output out --force-overwrite
is "$status $(cat "$tmp/err")" '1 nst-nsys: out: kept: it has other files, such as mine' '--force-overwrite: other files'
is "$(cat out/mine)" mine '--force-overwrite: other files are kept'
same out/gpu_time_util.csv "$tmp/kept" '--force-overwrite: all files are kept'
rm -rf out
echo mine >out
run nst-nsys recipe osrt_sum --input a.sqlite --output out --force-overwrite
is "$status $(cat out)" '1 mine' 'a file of that name is kept'
rm out
ln -s reports out
run nst-nsys recipe osrt_sum --input a.sqlite --output out --force-overwrite
is "$status $(ls reports | wc -l)" '1 4' 'a link of that name is kept'
rm out
mkdir osrt_sum-1
run nst-nsys recipe osrt_sum --input a.sqlite
is "$status $(ls -d osrt_sum-*)" '0 osrt_sum-1
osrt_sum-2' 'the default name is a free one'
rm -rf osrt_sum-*

# Nothing is left behind by what failed.
head -c 100000 a.sqlite >cut.sqlite
ls -A >"$tmp/before"
for line in 'cuda_gpu_kern_sum --input a.sqlite cut.sqlite' 'cuda_gpu_kern_sum --input a.sqlite none.sqlite' \
	'nvtx_sum --input a.sqlite --output none/out' 'nvtx_sum --input . --output out'; do
	# shellcheck disable=SC2086 # words
	run nst-nsys recipe $line
	is "$status $(cat "$tmp/out")" '1 ' "fails: $line"
	like "$(cat "$tmp/err")" '(cut.sqlite|none.sqlite|none|\.): ' "fails: $line: the name"
	ls -A >"$tmp/after"
	same "$tmp/after" "$tmp/before" "fails: $line: nothing is left"
done

# A full disk, by a cat that writes a part of a file: no table is short without a word.
mkdir "$tmp/full"
cat >"$tmp/full/cat" <<END
#!/bin/sh
[ -f /proc/self/fd/1 ] || exec $(command -v cat) "\$@"
head -c 100
exit 1
END
chmod +x "$tmp/full/cat"
for recipe in cuda_gpu_kern_sum nvtx_gpu_proj_trace cuda_gpu_time_util_map; do
	run env PATH="$tmp/full:$PATH" nst-nsys recipe $recipe --input a.sqlite b.sqlite --output out
	is "$status $(tail -n 1 "$tmp/err")" '1 nst-nsys: out: not written' "a full disk: $recipe"
	ok "a full disk: $recipe: no folder" test ! -e out
done

# refuses TEXT WORD...: status 2, the name, and nothing else.
refuses() {
	text=$1
	shift
	ls -A >"$tmp/before"
	run nst-nsys recipe "$@"
	is "$status $(cat "$tmp/out") $(head -n 1 "$tmp/err" | grep -c -e "$text")" '2  1' "refused: $*"
	ls -A >"$tmp/after"
	same "$tmp/after" "$tmp/before" "refused: $*: nothing is written"
}

refuses 'no recipe named'
refuses 'no profile named' nvtx_sum
refuses '--input needs a value' nvtx_sum --input
refuses "nothing is called 'nix'" nix a.sqlite
refuses 'recipe nvtx_sum: --per-gpu is not supported' nvtx_sum --input a.sqlite --per-gpu
refuses 'recipe nvtx_sum: --rows is not supported' nvtx_sum --input a.sqlite --rows 3
refuses 'recipe gpu_gaps: --bins is not supported' gpu_gaps --input a.sqlite --bins 3
refuses '--mode dask-futures is not supported' nvtx_sum --input a.sqlite --mode dask-futures
refuses 'two folders are compared' diff a.sqlite
refuses 'two folders are compared' diff a.sqlite b.sqlite c.sqlite
refuses 'recipe diff: --filter-time is not supported' diff --filter-time 1/2 old new
refuses "--rows: 'x' is no number" gpu_gaps --input a.sqlite --rows x
refuses "--bins: '0' is no number" cuda_gpu_time_util_map --input a.sqlite --bins 0
refuses '--name is needed' nvtx_pace --input a.sqlite
refuses '--filter-time: ' nvtx_sum --input a.sqlite --filter-time 2/1
refuses '--filter-nvtx: there is a filter already' nvtx_sum --input a.sqlite --filter-time 1/2 --filter-nvtx x
refuses "output: '%h' is not supported" nvtx_sum --input a.sqlite --output %h
refuses '--output needs a value' nvtx_sum --input a.sqlite --output
refuses 'is no name of a file' nvtx_sum --input 'a
b'
for recipe in cuda_gpu_kern_hist dx12_mem_ops gfx_hotspot gpu_metric_util_map gpu_metric_util_sum \
	gpu_vram_usage_trace nccl_straggler network_map_aws network_sum network_traffic_map \
	nvlink_sum nvtx_cpu_topdown s3_access_sum storage_util_map; do
	refuses "recipe $recipe is not supported" $recipe --input a.sqlite
	command=$(sed -n '1s/.* is not supported: see //p' "$tmp/err")
	[ -n "$command" ] || continue
	ok "$recipe: in the manual" grep -qx -e ".Ql $command" "$top/man/nst-nsys.1"
	run sh -c "$(echo "$command" | sed "s|FILE|$sample|")"
	is "$status" 0 "$recipe: $command: status"
	ok "$recipe: $command: rows" test "$(wc -l <"$tmp/out")" -ge 2
done
finish
