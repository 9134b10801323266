#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-link names the ranges around calls of --project, their projections, and events of --nvtx. SQL
# over the sample finds the same ranges and the same GPU time.
. tests/tap.sh

db=$(profile sample)
nst-dump "$db" 2>/dev/null >"$tmp/dump"
nst-link --project cublas "$tmp/dump" >"$tmp/linked" 2>"$tmp/err"
sqlite3 "$db" >"$tmp/sql" <<'END'
CREATE TEMP TABLE range AS SELECT n.start, coalesce(n.end, 9223372036854775807) AS end, n.globalTid AS gtid, coalesce(n.text, value) AS name
	FROM NVTX_EVENTS n LEFT JOIN StringIds ON id = n.textId
	WHERE n.eventType IN (59, 60) AND coalesce(n.endGlobalTid, n.globalTid) = n.globalTid ORDER BY n.start, n.end DESC, n.rowid;
CREATE TEMP TABLE lib AS SELECT c.start, c.end, c.globalTid AS gtid, value AS name, c.globalTid & ~0xFFFFFF AS gpid,
	(SELECT json_group_array(name) FROM (SELECT name FROM range r WHERE r.gtid = c.globalTid AND r.start <= c.start AND r.end >= c.end ORDER BY r.rowid)) AS nvtx
	FROM CUBLAS_EVENTS c JOIN StringIds ON id = c.nameId;
CREATE TEMP TABLE api AS SELECT start, end, globalTid AS gtid, globalTid & ~0xFFFFFF AS gpid, correlationId AS corr
	FROM CUPTI_ACTIVITY_KIND_RUNTIME WHERE eventClass <> 67 AND correlationId <> 0;
CREATE INDEX temp.api_corr ON api(gpid, corr, start);
CREATE TEMP TABLE work AS SELECT k.end - k.start AS time, (SELECT a.rowid FROM api a WHERE a.gpid = k.globalPid AND a.corr = k.correlationId AND a.start < k.start ORDER BY a.start DESC LIMIT 1) AS api
	FROM CUPTI_ACTIVITY_KIND_KERNEL k;
.mode list
SELECT 'event', start, gtid & 0xFFFFFF, name, nvtx FROM lib ORDER BY start, gtid;
SELECT 'layer', gtid >> 24 & 0xFFFFFF, layer, name, sum(time) FROM (
	SELECT l.gtid, l.name, w.time, (SELECT value FROM json_each(l.nvtx) WHERE value LIKE 'Layer %' ORDER BY key DESC LIMIT 1) AS layer
	FROM work w JOIN api a ON a.rowid = w.api JOIN lib l ON l.gtid = a.gtid AND l.start <= a.start AND l.end >= a.end)
	WHERE layer IS NOT NULL GROUP BY 2, 3, 4 ORDER BY 2, 3, 4;
END

grep '^event' "$tmp/sql" >"$tmp/want"
jq -r 'select(.type == "cublas") | "event|\(.ts)|\(.tid)|\(.name)|\(.nvtx // [] | tojson)"' "$tmp/linked" | sort -s -t'|' -k2,2n >"$tmp/got"
ok 'the sample has calls of cuBLAS' test -s "$tmp/want"
same "$tmp/got" "$tmp/want" 'calls of --project have the ranges around them'

jq -r 'select(.type == "cublas") | "\(.ts) \(.tid) \(.nvtx)"' "$tmp/linked" | sort >"$tmp/want"
jq -r 'select(.type == "call-kernel") | "\(.args.range.ts) \(.tid) \(.nvtx)"' "$tmp/linked" | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'projections have the ranges of their calls'

grep '^layer' "$tmp/sql" >"$tmp/want"
nst-filter --match '^cublas' "$tmp/linked" | nst-sum --by 'nvtx:^Layer ,name,pid' --columns kernel_time --json 2>"$tmp/err" |
	jq -r '.. | objects | select(.nvtx and .name) | "layer|\(.pid)|\(.nvtx)|\(.name)|\(.kernel_time)"' | LC_ALL=C sort -t'|' -k2,2n -k3,4 >"$tmp/got"
LC_ALL=C sort -t'|' -k2,2n -k3,4 "$tmp/want" >"$tmp/want.sorted"
ok 'SQL finds the figures for a layer' grep -q '^layer|4201|Layer 0|cublasGemmEx|17268' "$tmp/want"
same "$tmp/got" "$tmp/want.sorted" 'nst-sum adds up GPU time by library call and layer'

is "$(nst-link "$tmp/dump" 2>"$tmp/err" | jq -c 'select(.type == "cublas" and .nvtx)' | wc -l)" 0 'without the option calls have no ranges'
nst-link --nvtx cuda-api "$tmp/dump" 2>"$tmp/err" >"$tmp/api"
jq -r 'select(.type == "kernel" and .launch) | "\(.launch.ts) \(.launch.tid) \(.nvtx)"' "$tmp/api" | sort -u >"$tmp/want"
jq -r 'select(.type == "cuda-api" and .corr) | "\(.ts) \(.tid) \(.nvtx)"' "$tmp/api" | sort -u >"$tmp/calls"
comm -12 "$tmp/want" "$tmp/calls" >"$tmp/got"
same "$tmp/got" "$tmp/want" '--nvtx: a call of CUDA has the ranges that its kernels have'
jq -c 'del(.nvtx)' "$tmp/api" >"$tmp/got"
nst-link "$tmp/dump" 2>"$tmp/err" | jq -c 'del(.nvtx)' >"$tmp/want"
same "$tmp/got" "$tmp/want" '--nvtx changes nothing else, and no order'
is "$(nst-sum --by type,nvtx,name --columns count,kernels --json "$tmp/api" 2>"$tmp/err" |
	jq -sc 'map(select(.type == "cuda-api" and .name)) | [any(.kernels > 0), (map(select((.count // 0) == 0)) | length)]')" '[true,0]' 'nst-sum has no row with kernels of calls that another row counts'

cat >"$tmp/in" <<'END'
{"ts":0,"type":"stream","format":1}
{"ts":0,"dur":100,"type":"nvtx","name":"outer","pid":1,"tid":1}
{"ts":10,"dur":20,"type":"osrt","name":"same","pid":1,"tid":1}
{"ts":10,"dur":20,"type":"nvtx","name":"bounds","pid":1,"tid":1}
{"ts":15,"dur":2,"type":"osrt","name":"other","pid":1,"tid":2}
{"ts":20,"dur":20,"type":"osrt","name":"crosses","pid":1,"tid":1}
{"ts":35,"dur":10,"type":"nvtx","name":"later","pid":1,"tid":1}
{"ts":36,"type":"nvtx-mark","name":"mark","pid":1,"tid":1}
{"ts":50,"dur":60,"type":"mine","name":"over","pid":1,"tid":1}
{"ts":60,"dur":6,"type":"mine","name":"last","pid":1,"tid":1}
{"ts":66,"type":"end","events":9}
END
is "$(nst-link --nvtx osrt,nvtx-mark --nvtx mine "$tmp/in" | jq -c 'select(.type != "nvtx" and .name) | [.name, .nvtx]' | tr '\n' ' ')" \
	'["same",["outer","bounds"]] ["other",null] ["crosses",["outer"]] ["mark",["outer","later"]] ["over",null] ["last",["outer"]] ' \
	'ranges count if they hold both ends, bounds included, on the thread of the event'
for type in nvtx kernel gpu-metric; do
	run nst-link --nvtx $type "$tmp/in"
	is "$status" 2 "--nvtx $type is refused"
	like "$(cat "$tmp/err")" "--nvtx: '$type' events have no thread" '... with the reason'
done
finish
