#!/bin/sh
# SPDX-License-Identifier: MIT
# Real reports of rare kinds, without an export: what their README counted, and what must hold
# inside of any report.
. tests/tap.sh
. tests/nst-import/reports.sh

folder=$REPORTS/unpaired
[ -d "$folder" ] || skipall "no reports of rare kinds in $folder"
db=$tmp/import.sqlite
a=CUPTI_ACTIVITY_KIND_

# asked SQL: rows, with blanks between them.
asked() {
	query "$db" "$1" | paste -sd ' '
}

# none DESCRIPTION SQL: a query counts nothing.
none() {
	is "$(asked "$2")" 0 "$name: $1"
}

# some DESCRIPTION SQL: a query counts something.
some() {
	like "$(asked "$2")" '^[1-9]' "$name: $1"
}

# has TABLE: it is there.
has() {
	tables "$db" | grep -qx "$1"
}

# counted WHAT: the number that a diagnostic counts.
counted() {
	asked "SELECT trim(substr(text, instr(text, char(9)) + 1), '.') FROM DIAGNOSTIC_EVENT
		WHERE text GLOB 'Number of $1 collected: *'"
}

# Device activity was called for, once, by the process that it is of.
called() {
	for table in KERNEL MEMCPY MEMSET SYNCHRONIZATION CUDA_EVENT; do
		has $a$table || continue
		none "$table: each was called for by its process" "
			SELECT count(*) FROM $a$table d WHERE (SELECT count(*) FROM ${a}RUNTIME r
				WHERE r.correlationId = d.correlationId
				AND r.globalTid >> 24 = d.globalPid >> 24) <> 1"
	done
}

# Calls have names and an end.
named() {
	for table in ${a}RUNTIME OSRT_API PROFILER_OVERHEAD CUDNN_EVENTS; do
		has $table || continue
		none "$table: names are strings" "SELECT count(*) FROM $table
			WHERE nameId NOT IN (SELECT id FROM StringIds WHERE value <> '')"
		none "$table: no call ends before it begins" "SELECT count(*) FROM $table
			WHERE end < start"
	done
	none 'ids of strings have no gap' 'SELECT count(*) - max(id) - 1 FROM StringIds'
}

# Diagnostics count what was collected.
agree() {
	has DIAGNOSTIC_EVENT || return 0
	is "$(asked 'SELECT count(*) FROM COMPOSITE_EVENTS')" "$(counted 'IP samples')" \
		"$name: samples, as its diagnostics count them"
	is "$(asked 'SELECT count(*) FROM OSRT_API WHERE eventClass = 27')" \
		"$(counted 'OS runtime libraries events')" \
		"$name: calls of the OS runtime, as its diagnostics count them"
}

# Metrics are what GPUs can have.
plausible() {
	has GPU_METRICS || return 0
	all='GPU_METRICS JOIN TARGET_INFO_GPU_METRICS USING (typeId, metricId)'
	clock="metricName LIKE '%Clock Frequency%'"
	share="NOT ($clock) AND metricName NOT LIKE '%Requests%'"
	none 'values are those of metrics' "SELECT count(*) FROM GPU_METRICS g
		LEFT JOIN TARGET_INFO_GPU_METRICS t USING (typeId, metricId)
		WHERE metricName IS NULL"
	some 'shares' "SELECT count(*) FROM $all WHERE $share AND value > 0"
	none 'shares are none above 100' "SELECT count(*) FROM $all
		WHERE $share AND value NOT BETWEEN 0 AND 100"
	some 'clocks' "SELECT count(*) FROM $all WHERE $clock"
	none 'clocks are those of GPUs' "SELECT count(*) FROM $all
		WHERE $clock AND value NOT BETWEEN 100000000 AND 2500000000"
	none 'times ascend' 'SELECT count(*) FROM (SELECT timestamp < lag(timestamp)
		OVER (PARTITION BY typeId, metricId ORDER BY rowid) AS back FROM GPU_METRICS)
		WHERE back'
}

# import NAME OPTION...: imports a report; what it says goes to $left and $unproven.
import() {
	name=$1
	report=$(echo "$folder/$1".*rep)
	shift
	rm -f "$db"
	run nst-import -v "$@" "$report" "$db"
	is "$status $(wc -c <"$tmp/out")" '0 0' "$name $*: imported"
	left=$(sed -n "s,^nst-import: $report: not imported: ,,p" "$tmp/err")
	left=$(echo "$left" | sed 's/,* *texts of strings (--all-strings) [0-9]*//')
	unknown=$(sed -n "s,^nst-import: $report: not known.* imported: ,,p" "$tmp/err")
	left=$left${unknown:+, $unknown}
	unproven=$(sed -n "s,^nst-import: $report: imported.*exports: ,,p" "$tmp/err")
}

# try NAME LEFT UNPROVEN: a report is imported, and says so much of what is left out and unproven;
# then TABLE COUNT pairs from standard input.
try() {
	import "$1"
	is "$left" "$2" "$name: what is not imported"
	is "$unproven" "$3" "$name: what is not proven"
	is "$(about "$db" NST_NOT_IMPORTED)" "$2" "$name: the database says it too"
	is "$(about "$db" NST_UNPROVEN)" "$3" "$name: the database says that too"
	sound "$db" "$name"
	while read -r table count; do
		is "$(asked "SELECT count(*) FROM $table")" "$count" "$name: $table"
	done
	called
	named
	agree
	plausible
	is "$(grep -ac NST_CANARY "$db" "$tmp/err" | paste -sd ' ')" "$db:0 $tmp/err:0" \
		"$name: no secret comes out"
	run nst-dump "$db"
	is "$status $(cat "$tmp/err")" '0 ' "$name: it can be dumped"
}

try nvtx-open-range-2019.6.1 \
	"marks of start and finish 12, diagnostics 31, \
processes 363" \
	'cuDNN calls 108, NVTX marks and ends of domains 1' <<END
NVTX_EVENTS 3
${a}RUNTIME 6650
${a}SYNCHRONIZATION 1522
CUDNN_EVENTS 108
ThreadNames 1145
END
is "$(asked 'SELECT eventType, end IS NULL FROM NVTX_EVENTS ORDER BY 1')" '60|1 75|1 76|1' \
	"$name: an open range has no end"
is "$(asked "SELECT eventClass, count(*) FROM ${a}RUNTIME GROUP BY 1")" '0|2128 1|4522' \
	"$name: classes of calls"

try nvtx-marks-cudnn-2020.1.1 \
	"marks of start and finish 6, diagnostics 14, \
processes 392, processes without a name 1" \
	'cuDNN calls 43, NVTX marks and ends of domains 2' <<END
NVTX_EVENTS 5
${a}KERNEL 78
${a}MEMSET 5
${a}RUNTIME 276
CUDNN_EVENTS 43
ThreadNames 1450
END
is "$(asked 'SELECT eventType, count(*) FROM NVTX_EVENTS GROUP BY 1')" '34|2 59|3' \
	"$name: marks and ranges"
is "$(asked "SELECT deviceId FROM ${a}KERNEL UNION SELECT deviceId FROM ${a}MEMSET")" 7 \
	"$name: all on device 7"
none 'no memset says which memory' "SELECT count(memKind) FROM ${a}MEMSET"

peers=
for column in srcDeviceId srcContextId dstDeviceId dstContextId; do
	peers="$peers, ${a}MEMCPY.$column 27"
done
try mpi-openacc-peer-copies-2022.3.4 \
	"marks of start and finish 34, binary NVTX payloads 68, \
diagnostics 71, properties of the system 64, end of the capture 1, a third block 1" \
	"OpenACC data 138, OpenACC launches 45, OpenACC 159$peers" <<END
${a}KERNEL 45
${a}MEMCPY 37
${a}MEMSET 8
${a}SYNCHRONIZATION 135
${a}CUDA_EVENT 27
${a}RUNTIME 10695
NVTX_EVENTS 84
PROCESSES 1677
ThreadNames 2498
END
is "$(asked "SELECT srcDeviceId, dstDeviceId, count(*) FROM ${a}MEMCPY
	WHERE copyKind = 10 AND deviceId = dstDeviceId GROUP BY 1, 2")" '0|1|9 0|2|9 0|3|9' \
	"$name: copies from the first device to the others"
is "$(asked "SELECT deviceId, count(*) FROM ${a}KERNEL GROUP BY 1")" '0|12 1|11 2|11 3|11' \
	"$name: kernels on four devices"
is "$(asked 'SELECT eventType, count(*) FROM NVTX_EVENTS GROUP BY 1')" '39|4 59|76 75|4' \
	"$name: ranges, domains, names"
is "$(asked "SELECT (SELECT count(*) FROM ${a}RUNTIME) + (SELECT count(*) FROM ${a}KERNEL)
	+ (SELECT count(*) FROM ${a}MEMCPY) + (SELECT count(*) FROM ${a}MEMSET)")" 10785 \
	"$name: CUDA events, as its diagnostics count them"
is "$(asked "SELECT (SELECT count(*) FROM ${a}OPENACC_DATA)
	+ (SELECT count(*) FROM ${a}OPENACC_OTHER)
	+ (SELECT count(*) FROM ${a}OPENACC_LAUNCH)")" 342 \
	"$name: OpenACC, as its diagnostics count it"
is "$(asked "SELECT DISTINCT cuDeviceId FROM ${a}OPENACC_LAUNCH ORDER BY 1")" '0 1 2 3' \
	"$name: OpenACC launches on four devices"
none 'what OpenACC launches has a name' "SELECT count(*) FROM ${a}OPENACC_LAUNCH
	WHERE kernelName NOT IN (SELECT id FROM StringIds WHERE value <> '')"

try gpu-metrics-2022.4.2 \
	"marks of start and finish 7, diagnostics 22, mapped files 31, \
properties of the system 70, end of the capture 1" \
	'GPU metrics 5097' <<END
${a}KERNEL 4
${a}MEMSET 1
${a}SYNCHRONIZATION 4
${a}RUNTIME 795
OSRT_API 691
OSRT_CALLCHAINS 1185
SCHED_EVENTS 430
COMPOSITE_EVENTS 426
SAMPLING_CALLCHAINS 10051
PROCESSES 568
GPU_METRICS 91746
TARGET_INFO_GPU_METRICS 18
END
is "$(asked 'SELECT min(timestamp) / 1000, count(DISTINCT typeId) FROM GPU_METRICS')" '-42|1' \
	"$name: metrics of one GPU, from 42 us before the session"

try gpu-metrics-two-gpus-2024.5.1 \
	"marks of start and finish 2, mapped files 47, properties of the system 77, \
generic events 2, end of the capture 1" \
	'GPU metrics 4631' <<END
OSRT_API 663
SCHED_EVENTS 60
COMPOSITE_EVENTS 103
SAMPLING_CALLCHAINS 1710
ThreadNames 1255
GPU_METRICS 134299
END
is "$(asked 'SELECT typeId & 255, count(*) FROM GPU_METRICS WHERE metricId = 0 GROUP BY 1')" \
	'0|1358 1|3273' "$name: metrics of two GPUs"
is "$(($(counted 'GPU Metrics events') - 2))" 4631 \
	"$name: metrics, as its diagnostics count them, less two that fit no layout"

try memory-usage-2024.5.1 \
	"overhead of CUPTI 3, marks of start and finish 7, mapped files 28, \
properties of the system 75, end of the capture 1, unknown field 2 of memory 6" \
	'memory in use 6' <<END
${a}KERNEL 1
${a}MEMCPY 3
${a}SYNCHRONIZATION 1
${a}RUNTIME 12
OSRT_API 812
SCHED_EVENTS 446
COMPOSITE_EVENTS 2315
SAMPLING_CALLCHAINS 10727
PROCESSES 623
ThreadNames 4159
CUDA_GPU_MEMORY_USAGE_EVENTS 6
END
is "$(asked 'SELECT memoryOperationType, bytes, count(*) FROM CUDA_GPU_MEMORY_USAGE_EVENTS
	GROUP BY 1, 2')" '0|268435456|3 1|268435456|3' "$name: three allocations, three releases"
none 'each release has the address of an allocation before it' "
	SELECT count(*) FROM CUDA_GPU_MEMORY_USAGE_EVENTS r
	WHERE memoryOperationType = 1 AND NOT EXISTS (
		SELECT 1 FROM CUDA_GPU_MEMORY_USAGE_EVENTS a
		WHERE a.memoryOperationType = 0 AND a.address = r.address AND a.start < r.start)"
none 'each happened inside of cudaMalloc or cudaFree' "
	SELECT count(*) FROM CUDA_GPU_MEMORY_USAGE_EVENTS m WHERE NOT EXISTS (
		SELECT 1 FROM ${a}RUNTIME r JOIN StringIds ON id = nameId
		WHERE r.correlationId = m.correlationId AND m.start BETWEEN r.start AND r.end
			AND value GLOB iif(memoryOperationType, 'cudaFree_v*', 'cudaMalloc_v*'))"
is "$(asked "SELECT (SELECT count(*) FROM ${a}RUNTIME) + (SELECT count(*) FROM ${a}KERNEL)
	+ (SELECT count(*) FROM ${a}MEMCPY)")" "$(counted 'CUDA events')" \
	"$name: CUDA events, as its diagnostics count them"

# What is likely is left out when only what is proven is wanted.
import mpi-openacc-peer-copies-2022.3.4 --proven
is "$unproven" '' '--proven: nothing is unproven'
for what in 'OpenACC data/138' 'OpenACC launches/45' 'OpenACC/159' "${a}MEMCPY.dstContextId/27"; do
	like ", $left" ", ${what%/*} \(unproven\) ${what#*/}" "--proven: it says $what"
done
is "$(tables "$db" | grep -c OPENACC)" 0 '--proven: its tables are not there'
is "$(asked "SELECT count(*), count(srcDeviceId), count(dstContextId) FROM ${a}MEMCPY")" '37|0|0' \
	'--proven: its columns are NULL'
finish
