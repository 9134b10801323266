#!/bin/sh
# SPDX-License-Identifier: MIT
# Figures of a real run of PyTorch with NCCL on two GPUs, known from elsewhere, and what the host
# let the GPUs wait by the rule of HolisticTraceAnalysis, by SQL over the profile.
. tests/tap.sh

name=pytorch-nccl-2gpu-3.25.0
[ -e "$(profile $name)" ] || skipall "$name is not there"
nst-dump "$(profile $name)" 2>/dev/null | nst-link | nst-state >"$tmp/states"

# sum DEVICE CONDITION: of the durations of states, in ns.
sum() {
	jq -r "select(.type == \"gpu-state\" and .device == $1 and ($2)) | .dur" "$tmp/states" |
		awk '{ sum += $1 } END { printf "%.0f\n", sum }'
}

# figures DEVICE COMPUTE COMMUNICATION IDLE LATE: the last is the idle time that went on when the
# launching call began.
figures() {
	is "$(sum "$1" '.name | test("compute")')" "$2" "GPU $1: compute"
	is "$(sum "$1" '.name | test("communication")')" "$3" "GPU $1: NCCL"
	is "$(sum "$1" '.name | test("compute.*communication")')" 0 "GPU $1: both at once"
	is "$(sum "$1" '.name == "idle"')" "$4" "GPU $1: idle"
	is "$(sum "$1" '.name == "idle" and .args.before_call > 0')" "$5" "GPU $1: launched late"
}

figures 0 227484352 9989016 59142466 55862857
figures 1 227608953 23753085 45268668 41480891

# The rule: of the merged times of all kernels and copies of a device, the gap before one is the
# host's if the call that launched it began behind the gap's start. nst-state says so only if the
# longer part of the gap was before the call.
# gaps CONDITION COLUMN: of the gaps, by device.
gaps() {
	sql $name "
	WITH op AS (SELECT start, end, deviceId, globalPid, correlationId FROM CUPTI_ACTIVITY_KIND_KERNEL
		UNION ALL SELECT start, end, deviceId, globalPid, correlationId FROM CUPTI_ACTIVITY_KIND_MEMCPY
		UNION ALL SELECT start, end, deviceId, globalPid, correlationId FROM CUPTI_ACTIVITY_KIND_MEMSET),
	gap AS (SELECT *, max(end) OVER (PARTITION BY deviceId ORDER BY start, end DESC
		ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) AS since FROM op)
	SELECT gap.deviceId, sum($2) FROM gap JOIN CUPTI_ACTIVITY_KIND_RUNTIME r
		ON r.correlationId = gap.correlationId AND r.globalTid & ~0xFFFFFF = gap.globalPid
	WHERE gap.start > since AND ($1) GROUP BY gap.deviceId ORDER BY 1"
}

# both TEXT CONDITION GAPS: the states of a condition, and gaps by SQL.
both() {
	gaps "$3" 'gap.start - since' >"$tmp/want"
	for device in 0 1; do
		echo "$device|$(sum $device "$2")"
	done >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1, by SQL over the profile"
}

both 'launched late' '.name == "idle" and .args.before_call > 0' 'r.start > since'
both 'the host' '.name == "idle" and (.args.cause == "host" or .args.cause == "profiler")' 'min(r.start, gap.start) - since >= gap.start - min(r.start, gap.start)'
gaps 'r.start > since' 'min(r.start, gap.start) - since' >"$tmp/want"
jq -r 'select(.name == "idle" and .args.before_call > 0) | [.device, .args.before_call] | @tsv' "$tmp/states" |
	awk '{ sum[$1] += $2 } END { for (d in sum) printf "%d|%.0f\n", d, sum[d] }' | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'the time before the launching calls, by SQL over the profile'

finish
