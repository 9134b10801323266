#!/bin/sh
# SPDX-License-Identifier: MIT
# --filter-time and --filter-nvtx of nst-stats and nst-nsys, and --during and --during-nvtx of
# nst-filter: the tables are those of an export from which SQL has deleted all other events.
. tests/tap.sh

reports='cuda_gpu_kern_sum cuda_api_sum nvtx_sum osrt_sum cuda_gpu_mem_time_sum cuda_gpu_mem_size_sum
	cuda_gpu_trace cuda_api_trace nvtx_pushpop_trace nvtx_gpu_proj_sum cuda_gpu_sum'

# deleted NAME WINDOWS: makes $tmp/cut.sqlite, the export without the events that overlap no window.
# WINDOWS is a query of start and end; events without an end last as long as the stream if they are
# ranges, and else no time.
deleted() {
	cp -f "$(profile "$1")" "$tmp/cut.sqlite"
	chmod u+w "$tmp/cut.sqlite"
	echo "CREATE TEMP TABLE w AS $2;" >"$tmp/cut.sql"
	sqlite3 -readonly "$tmp/cut.sqlite" "SELECT m.name FROM sqlite_schema m
		JOIN pragma_table_info(m.name) c ON c.name = 'start' WHERE m.type = 'table'
		AND (m.name IN ('OSRT_API', 'NVTX_EVENTS', 'CUBLAS_EVENTS', 'CUDNN_EVENTS')
		OR m.name GLOB 'CUPTI_ACTIVITY_KIND_*')" | while read -r table; do
		case $table in
		NVTX_EVENTS)
			only='AND eventType IN (34, 59, 60)'
			end='CASE WHEN eventType = 34 THEN start ELSE coalesce([end], 9223372036854775807) END'
			;;
		*) only='' end='coalesce([end], start)' ;;
		esac
		echo "DELETE FROM $table WHERE NOT EXISTS (SELECT 1 FROM w
			WHERE $table.start <= w.till AND $end >= w.since) $only;"
	done >>"$tmp/cut.sql"
	sqlite3 -bail "$tmp/cut.sqlite" <"$tmp/cut.sql"
}

# agrees NAME WINDOWS OPTION VALUE: each table is that of the cut export.
agrees() {
	deleted "$1" "$2"
	rows=0
	for report in $reports; do
		nst-stats -q -r $report -f csv -o - "$tmp/cut.sqlite" >"$tmp/want" 2>/dev/null
		run nst-stats -q -r $report -f csv -o - "$3" "$4" "$(profile "$1")"
		is "$status" 0 "$1: $3 $4: $report: status"
		same "$tmp/out" "$tmp/want" "$1: $3 $4: $report"
		rows=$((rows + $(wc -l <"$tmp/want")))
	done
	nst-stats -q -r cuda_gpu_trace -f csv -o - "$(profile "$1")" >"$tmp/all" 2>/dev/null
	nst-stats -q -r cuda_gpu_trace -f csv -o - "$3" "$4" "$(profile "$1")" >"$tmp/some" 2>/dev/null
	ok "$1: $3 $4: there are rows ($rows), and some are gone" test $rows -gt 10 -a \
		"$(wc -l <"$tmp/some")" -lt "$(wc -l <"$tmp/all")"
}

# named NAME TEXT: a query of the ranges of the default domain with that text.
named() {
	echo "SELECT e.start AS since, e.[end] AS till FROM NVTX_EVENTS e LEFT JOIN StringIds s ON s.id = e.textId
		WHERE e.eventType IN (59, 60) AND e.[end] NOT NULL AND coalesce(e.text, s.value) = '$1'
		AND coalesce(e.domainId, 0) = 0 ORDER BY e.start"
}

agrees sample 'SELECT 12420000000 AS since, 12430000000 AS till' --filter-time 12420000000/12s430ms

agrees sample 'SELECT 12500000000 AS since, 9223372036854775807 AS till' --filter-time 12500ms/
agrees sample "$(named 'Layer 3')" --filter-nvtx 'Layer 3'
agrees sample "$(named 'Layer 3') LIMIT 1 OFFSET 2" --filter-nvtx 'Layer 3/2'
if [ -e "$(profile pytorch-2gpu-3.25.0)" ]; then
	middle=$(sql pytorch-2gpu-3.25.0 'SELECT (min(start) + max(start)) / 2 FROM CUPTI_ACTIVITY_KIND_KERNEL')
	agrees pytorch-2gpu-3.25.0 "SELECT $middle AS since, 9223372036854775807 AS till" --filter-time "$middle/"
	range=$(sql pytorch-2gpu-3.25.0 "SELECT text FROM NVTX_EVENTS WHERE text NOT GLOB '*[/@]*'
		ORDER BY [end] - start DESC LIMIT 1")
	agrees pytorch-2gpu-3.25.0 "$(named "$range")" --filter-nvtx "$range"
else
	skip "not in $PROFILES" pytorch-2gpu
fi

cp "$(profile sample)" "$tmp/s.sqlite"
cd "$tmp" || exit
ln -s "$BUILD/bin/nst-nsys" nsys
run ./nsys stats --filter-nvtx=Layer\ 3/2 -q -r cuda_gpu_kern_sum -f csv -o - s.sqlite
nst-stats --filter-nvtx 'Layer 3/2' -q -r cuda_gpu_kern_sum -f csv -o - s.sqlite >want
same out want 'nst-nsys takes it'
run nst-stats --filter-nvtx 'Layer 3/2' -q -r cuda_gpu_kern_sum -f csv -o . s.sqlite
same 's_cuda_gpu_kern_sum_nvtx=Layer 3-2.csv' want 'the name of the file has the filter'

# A made stream: domains, escapes, and what touches a window.
cat >in <<'END'
{"ts":0,"type":"stream","version":1}
{"ts":0,"dur":9,"type":"osrt","name":"before","pid":1,"tid":1}
{"ts":5,"dur":5,"type":"osrt","name":"touches the start","pid":1,"tid":1}
{"ts":10,"dur":10,"type":"nvtx","name":"a/b","pid":1,"tid":1}
{"ts":12,"dur":1,"type":"nvtx","name":"x","pid":1,"tid":1,"domain":"d@e"}
{"ts":20,"dur":9,"type":"osrt","name":"touches the end","pid":1,"tid":1}
{"ts":21,"dur":1,"type":"osrt","name":"behind","pid":1,"tid":1}
{"ts":40,"dur":5,"type":"nvtx","name":"x","pid":1,"tid":1}
{"ts":42,"type":"nvtx-mark","name":"mark","pid":1,"tid":1}
{"ts":50,"open":true,"type":"nvtx","name":"open","pid":1,"tid":1}
{"ts":60,"type":"end"}
END
# keeps NAMES OPTION...
keeps() {
	want=$1
	shift
	run nst-filter "$@" in
	is "$status $(jq -r '.name // empty' out | paste -s -d ,)" "0 $want" "$*"
	nst-filter "$@" <in >piped 2>/dev/null
	same piped out "$*: from a pipe"
}
keeps 'touches the start,a/b,x,touches the end' --during 10/20
keeps 'touches the start,a/b,x,touches the end' --during-nvtx 'a\/b'
keeps 'a/b,x' --during-nvtx 'x@d\@e'
keeps 'x,mark' --during-nvtx x
keeps 'a/b,x' --during-nvtx 'x@*/0'
keeps 'x,mark' --during-nvtx 'x@*/1'
keeps 'a/b,x,x,mark' --during-nvtx 'x@*'
keeps 'a/b,x' --during-nvtx 'x@*' --type nvtx --min-dur 5ns
keeps '' --during-nvtx open
like "$(cat err)" "no range is 'open'" 'a range never closed is none, and that is said'
keeps 'x,mark,open' --during 40/
keeps 'before,touches the start' --during /5
keeps 'mark' --during 42/42 --type nvtx-mark
is "$(nst-filter --during 1/2 in | head -n 1 | jq -c .filtered)" '{"by":["during"]}' 'the header says so'

# refused PROGRAM WORD...
refused() {
	run "$@"
	is "$status $(wc -c <out)" '2 0' "refused: $*"
}
for value in 10 / 20/10 1x/2 -1/2 99999999999999999999/ 1h9999999999h/; do
	refused nst-filter --during $value in
	refused nst-stats --filter-time $value s.sqlite
done
for value in '' @d x/y x/-1; do
	refused nst-filter --during-nvtx "$value" in
	refused nst-stats --filter-nvtx "$value" s.sqlite
done
refused nst-filter --during 1/2 --during-nvtx x in
refused nst-filter --during-nvtx x --from -1ms in
refused nst-stats --filter-nvtx x --filter-time 1/2 s.sqlite
finish
