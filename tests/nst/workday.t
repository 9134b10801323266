#!/bin/sh
# SPDX-License-Identifier: MIT
# The ten questions of a working day. "nst --help" alone tells the command of each, one screen
# answers it, SQL over the export gives the same figures, and tests/nst/workday/ has the
# transcripts: REWRITE=1 writes them again; read them as a user would.
. tests/tap.sh

# The questions: a word that a user looks for in the help, and the command that the only line with
# it has.
nst --help >"$tmp/help"
while IFS='|' read -r question words want; do
	is "$(grep -i -e "$words" "$tmp/help" | awk '{ print $1 }' | paste -sd ' ')" "$want" "nst --help: $question: $words"
done <<'END'
what is in it|^  nst run.nsys-rep  |nst
kernels|kernels by|kernels
idle|why GPUs were idle|idle
slow step|slowest|steps
ranges|NVTX ranges by|ranges
two runs|two runs|diff
ranks|waited for each other|ranks
calls|CUDA calls by|calls
memory|copies and fills|memory
gaps|longest waits|gaps
END

# duration NS: as screens have it.
duration() {
	awk -v ns="$1" 'BEGIN {
		split("ns us ms s", units)
		for (i = 1; i < 4 && ns >= 1000; i++) ns /= 1000
		printf i == 1 ? "%d %s" : "%.3f %s", ns, units[i]
	}'
}

# table NAME: the table if the export has it, else one without rows.
table() {
	if [ "$(sql "$profile" "SELECT count(*) FROM sqlite_master WHERE name = '$1'")" = 1 ]; then
		echo "$1"
	else
		echo '(SELECT 0 AS start, 0 AS end, 0 AS deviceId, 0 AS globalPid WHERE 0)'
	fi
}

# between: the sum of the times of all GPUs between their first work and their last in which they
# did none, and the longest of these times, ns.
between() {
	sql "$profile" "SELECT globalPid || ' ' || deviceId, start, end FROM $kernels UNION ALL SELECT globalPid || ' ' || deviceId, start, end FROM $copies
		UNION ALL SELECT globalPid || ' ' || deviceId, start, end FROM $fills ORDER BY 2" | awk -F '|' '
		$1 in end && $2 > end[$1] { idle += $2 - end[$1]; if ($2 - end[$1] > most) most = $2 - end[$1] }
		!($1 in end) || $3 > end[$1] { end[$1] = $3 }
		END { printf "%.0f %.0f\n", idle, most }'
}

# range NAME: the time of the kernels that calls inside ranges of this name launched, and their
# number.
range() {
	sql "$profile" "SELECT sum(time), count(*) FROM (SELECT DISTINCT k.rowid, k.end - k.start AS time FROM CUPTI_ACTIVITY_KIND_KERNEL k
		JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId AND r.globalTid >> 24 = k.globalPid >> 24
		JOIN NVTX_EVENTS n ON n.globalTid = r.globalTid AND n.start <= r.start AND n.end >= r.end LEFT JOIN StringIds s ON s.id = n.textId
		WHERE coalesce(n.text, s.value) = '$1' OR coalesce(n.text, s.value) LIKE '$1,%')" | {
		IFS='|' read -r time count
		echo "$(duration "$time") $count"
	}
}

# screen COMMAND WORD...: runs it, keeps its output in $tmp/screen, and adds it to the transcript.
screen() {
	run nst "$@"
	is "$status" 0 "$profile: nst $*: status"
	is "$(awk 'END { print (NR > 24) }' "$tmp/out") $(wc -L <"$tmp/out" | awk '{ print ($1 > 80) }')" '0 0' "$profile: nst $*: 24 lines of 80 columns"
	{
		echo "\$ nst $*"
		cat "$tmp/out"
		echo
	} >>"$tmp/transcript"
	paste -sd ' ' "$tmp/out" >"$tmp/screen"
}

# tells DESCRIPTION TEXT: the last screen has the text.
tells() {
	ok "$profile: $1: $2, as SQL has it" grep -qF -e "$2" "$tmp/screen"
}

# counted TABLE: the number of its rows, and the sum of their times.
counted() {
	sql "$profile" "SELECT count(*) || ' ' || coalesce(sum(end - start), 0) FROM $1"
}

# workday NAME RANGE OTHER: asks the ten questions about an export, one of whose ranges is RANGE,
# and compares it with OTHER.
workday() {
	profile=$1
	if [ ! -e "$(profile "$1")" ] || [ ! -e "$(profile "$3")" ]; then
		skip "no $1" "$1: a working day"
		return
	fi
	kernels=$(table CUPTI_ACTIVITY_KIND_KERNEL) copies=$(table CUPTI_ACTIVITY_KIND_MEMCPY) fills=$(table CUPTI_ACTIVITY_KIND_MEMSET)
	: >"$tmp/transcript"
	cd "$PROFILES" || exit 1

	screen "$1.sqlite"
	tells 'what is in it' "Nsight Systems $(sql "$1" "SELECT value FROM $meta WHERE name = 'EXPORT_PRODUCT_VERSION'")"
	screen kernels "$1.sqlite"
	read -r count time <<-END
		$(counted "$kernels")
	END
	tells kernels "took $(duration "$time") of GPU time in $count calls"
	screen idle "$1.sqlite"
	read -r idle longest <<-END
		$(between)
	END
	tells idle "$(duration "$idle") between"
	screen steps "$1.sqlite"
	screen ranges "$1.sqlite"
	if [ -n "$2" ]; then
		is "$(grep -E "  $2\$" "$tmp/out" | awk '{ print $1, $2, $4 }')" "$(range "$2")" "$1: ranges: $2, as SQL has it"
	fi
	screen diff "$3.sqlite" "$1.sqlite"
	if [ "$1" = "$3" ]; then
		ok "$1: two runs that are equal" grep -q '^Old and new are equal' "$tmp/out"
	else
		like "$(tr -d , <"$tmp/screen")" "New has $count of $(sql "$3" 'SELECT count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL') kernels" "$1: two runs: kernels, as SQL has them"
	fi
	screen ranks "$1.sqlite"
	collectives=$(sql "$1" "SELECT (globalPid >> 24 & 0xffffff) || ' ' || count(*) FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds ON shortName = id WHERE value LIKE 'nccl%' GROUP BY globalPid")
	is "$(awk '$1 ~ /^[0-9]+$/ && $2 ~ /^[0-9]+$/ && $NF ~ /^[0-9]+$/ && $3 ~ /\./ { print $1, $2 }' "$tmp/out")" "$collectives" "$1: ranks: processes and their collectives, as SQL has them"
	screen calls "$1.sqlite"
	read -r count time <<-END
		$(counted '(SELECT start, end FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass IN (0, 1))')
	END
	tells calls "$count CUDA calls took $(duration "$time") of CPU time"
	screen memory "$1.sqlite"
	read -r count time <<-END
		$(counted "(SELECT start, end FROM $copies UNION ALL SELECT start, end FROM $fills)")
	END
	tells memory "$count copies and fills took $(duration "$time") of GPU time"
	screen gaps "$1.sqlite"
	tells gaps "$(duration "$longest")  +"

	cd "$top" || exit 1
	if [ -n "${REWRITE:-}" ]; then
		cp "$tmp/transcript" "tests/nst/workday/$1"
	fi
	same "$tmp/transcript" "tests/nst/workday/$1" "$1: the transcript"
}

meta=META_DATA_EXPORT
workday pytorch-2gpu-3.25.0 aten::linear pytorch-2gpu-3.25.0
workday pytorch-nccl-2gpu-3.25.0 FlashAttnFunc pytorch-2gpu-3.25.0
workday cloverleaf-3.13.2 '' cloverleaf-3.13.2
meta=EXPORT_META_DATA
workday saxpy-mpi-2.9.1 saxpy saxpy-mpi-2.9.1
finish
