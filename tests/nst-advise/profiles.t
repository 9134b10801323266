#!/bin/sh
# SPDX-License-Identifier: MIT
# Costs of findings in real exports, by SQL over the exports; and exports in which nothing is found.
. tests/tap.sh

[ -e "$PROFILES/pytorch-2gpu-3.25.0.sqlite" ] || skipall "no real exports in ${PROFILES#"$top/"} (PROFILES)"
: "${REPORTS:=../shared/reports}"

# advised FILE: writes its stream with findings.
advised() {
	nst-dump "$1" 2>"$tmp/err" | nst-link 2>>"$tmp/err" | nst-step 2>>"$tmp/err" | nst-state 2>>"$tmp/err" | nst-advise
}

# found FILTER: the findings of the stream, by a filter of jq.
found() {
	jq -r "select(.type == \"finding\") | $1" "$tmp/stream"
}

advised "$PROFILES/pytorch-2gpu-3.25.0.sqlite" >"$tmp/stream"
# The time in which copies from the host (kind 1) run, and nothing else but copies: kernels and
# copies between devices begin and end at edges, between which sums of them tell what runs.
is "$(found 'select(.name == "copies-alone") | .args.cost')" "$(sql pytorch-2gpu-3.25.0 'WITH work AS (
		SELECT deviceId AS d, start, end, 0 AS copy FROM CUPTI_ACTIVITY_KIND_KERNEL
		UNION ALL SELECT deviceId, start, end, 1 FROM CUPTI_ACTIVITY_KIND_MEMCPY WHERE copyKind = 1),
	edges AS (
		SELECT d, start AS t, copy AS copies, 1 - copy AS others FROM work
		UNION ALL SELECT d, end, -copy, copy - 1 FROM work),
	sums AS (
		SELECT d, t, sum(sum(copies)) OVER w AS copies, sum(sum(others)) OVER w AS others, lead(t) OVER w AS next
		FROM edges GROUP BY d, t WINDOW w AS (PARTITION BY d ORDER BY t))
	SELECT max(alone) FROM (SELECT sum(next - t) AS alone FROM sums WHERE copies > 0 AND others = 0 GROUP BY d)')" \
	"copies-alone: the time that copies run without kernels"
is "$(found 'select(.name == "blocking-item") | [.args.cost, .args.count] | join(" ")')" \
	"$(sql pytorch-2gpu-3.25.0 -separator ' ' "SELECT sum(r.end - r.start), count(*) FROM CUPTI_ACTIVITY_KIND_RUNTIME r
		JOIN StringIds s ON s.id = r.nameId
		WHERE (s.value LIKE '%Synchronize%' OR s.value LIKE '%Memcpy%') AND EXISTS (SELECT 1 FROM NVTX_EVENTS n
			WHERE n.text LIKE 'aten::item,%' AND n.globalTid = r.globalTid AND n.start <= r.start AND n.end >= r.end)
		GROUP BY r.globalTid ORDER BY 1 DESC LIMIT 1")" \
	"blocking-item: the calls that wait inside of aten::item"
is "$(found .name | paste -sd ' ')" "copies-alone blocking-item" "nothing else is found there"

advised "$PROFILES/pytorch-nccl-2gpu-3.25.0.sqlite" >"$tmp/stream"
is "$(found 'select(.name == "exposed-communication") | .args.cost')" "$(sql pytorch-nccl-2gpu-3.25.0 "WITH work AS (
		SELECT deviceId AS d, start, end, s.value LIKE '%nccl%' AS comm FROM CUPTI_ACTIVITY_KIND_KERNEL k
		JOIN StringIds s ON s.id = k.shortName),
	edges AS (
		SELECT d, start AS t, comm AS comms, 1 - comm AS others FROM work
		UNION ALL SELECT d, end, -comm, comm - 1 FROM work),
	sums AS (
		SELECT d, t, sum(sum(comms)) OVER w AS comms, sum(sum(others)) OVER w AS others, lead(t) OVER w AS next
		FROM edges GROUP BY d, t WINDOW w AS (PARTITION BY d ORDER BY t))
	SELECT max(alone) FROM (SELECT sum(next - t) AS alone FROM sums WHERE comms > 0 AND others = 0 GROUP BY d)")" \
	"exposed-communication: the time that kernels of NCCL run without others"

# Costs never exceed what they are of; and the losses of idle time, which rules share, never exceed
# the idle time.
for name in $(profiles); do
	advised "$(profile "$name")" >"$tmp/stream"
	is "$(found 'select(.args.cost > .args.of or .args.cost <= 0 or .dur < 0) | .name')" "" "$name: no cost exceeds its span"
	is "$(nst-sum --by none --json "$tmp/stream" 2>"$tmp/err" | jq -s --argjson found "$(found .name | grep -c .)" \
		'any(has("busy") and .busy > 0 and .use < 50) and $found == 0')" false "$name: a GPU that is busy for less than half of the span has a finding"
	is "$(jq -s 'map(select(.type == "finding" and (.name | IN("sync-calls", "allocations", "profiler-overhead", "stream-waits",
			"launch-bound", "gpu-gaps")) and .args.gpus == 1)) as $f | [.[] | select(.type == "gpu-state" and .name == "idle")] as $i |
		$f | group_by(.device) | map((map(.args.cost) | add) <= ([.[0].device as $d | $i[] | select(.device == $d).dur] | add)) | all' \
		"$tmp/stream")" true "$name: rules share the idle time"
done
is "$(advised "$PROFILES/missing-columns.sqlite" | grep -c '"type":"finding"')" 0 "missing-columns: nothing is found"
# rested FILE: of a run whose one GPU has most of its idle time outside of its work, that is found,
# and nothing else.
rested() {
	advised "$1" >"$tmp/stream"
	nst-sum --by none --json "$tmp/stream" 2>"$tmp/err" | jq -c 'select(has("span"))' >"$tmp/span"
	jq -c -n --slurpfile span "$tmp/span" '$span[0] as $s | reduce (inputs | select(.type == "kernel" or .type == "memcpy" or .type == "memset")) as $e
		({}; .first = ([.first // $e.ts, $e.ts] | min) | .last = ([.last // 0, $e.ts + $e.dur] | max))
		| [["start-up", .first - $s.from], ["tail", $s.to - .last]]
		| if (map(.[1]) | add) * 2 > $s.span then sort_by(-.[1])[] | select(.[1] * 10 >= $s.span) else "little" end' "$tmp/stream" >"$tmp/want"
	jq -c 'select(.type == "finding") | [.name, .args.cost]' "$tmp/stream" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$2: the time without work is found, and nothing else"
}
rested "$PROFILES/cloverleaf-3.13.2.sqlite" cloverleaf-3.13.2
is "$(nst-dump "$PROFILES/cpu-only-3.16.1.sqlite" 2>"$tmp/err" | nst-link | nst-state 2>"$tmp/err" | nst-advise --text)" \
	"no findings: nothing ran on a GPU" "cpu-only: and that is said"
if [ -e "$REPORTS/cuda-graphs-2024.6.2.sqlite" ]; then
	is "$(advised "$REPORTS/cuda-graphs-2024.6.2.sqlite" | nst-advise --text)" "no findings" "cuda-graphs-2024.6.2: nothing is found"
	for name in game-of-life-2022.1.3 unified-memory-2026.1.3; do
		rested "$REPORTS/$name.sqlite" "$name"
	done
	advised "$REPORTS/openmp-offload-2020.3.4.sqlite" >"$tmp/stream"
	# Each of the 2,254 kernels is waited for, and the next one follows.
	is "$(found 'select(.name == "sync-calls") | .args.cost')" "$(sqlite3 -readonly "$REPORTS/openmp-offload-2020.3.4.sqlite" 'WITH work AS (
			SELECT start, end FROM CUPTI_ACTIVITY_KIND_KERNEL UNION ALL SELECT start, end FROM CUPTI_ACTIVITY_KIND_MEMCPY),
		gaps AS (SELECT lag(end) OVER (ORDER BY start) AS start, start AS end FROM work)
		SELECT sum(min(g.end - g.start, r.end - r.start)) FROM gaps g JOIN CUPTI_ACTIVITY_KIND_RUNTIME r
			ON r.start < g.start AND r.end >= g.start JOIN StringIds s ON s.id = r.nameId
		WHERE s.value LIKE "%Synchronize%"')" "sync-calls: the gaps behind calls that wait"
else
	skip "no reports in $REPORTS (REPORTS)" "reports in which nothing is found"
fi
finish
