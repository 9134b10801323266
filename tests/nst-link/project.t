#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-link --project, and calls of libraries without it: the time of the GPU behind calls of a
# library is what a join over the export finds, for rows of cuBLAS laid around real launches.
. tests/tap.sh

name=pytorch-2gpu-3.25.0
if [ ! -e "$(profile $name)" ]; then
	skip "not in $PROFILES" "$name"
	finish
fi
cp "$(profile $name)" "$tmp/db"
chmod u+w "$tmp/db"
# One call of cuBLAS around each launch of a matrix product, 2 us longer on both sides, on the
# thread that launched it.
sqlite3 "$tmp/db" >"$tmp/want" <<'END'
CREATE TEMP TABLE gemm AS SELECT r.start - 2000 AS start, r.end + 2000 AS end, r.globalTid, k.end - k.start AS time
	FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.shortName AND s.value LIKE '%gemm%'
	JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId AND r.globalTid & ~0xFFFFFF = k.globalPid;
INSERT INTO StringIds SELECT max(id) + 1, 'cublasSgemm_v2' FROM StringIds;
CREATE TABLE CUBLAS_EVENTS(start INTEGER NOT NULL, end INTEGER NOT NULL, eventClass INTEGER NOT NULL, globalTid INTEGER, nameId INTEGER);
INSERT INTO CUBLAS_EVENTS SELECT start, end, 63, globalTid, (SELECT max(id) FROM StringIds) FROM gemm;
SELECT globalTid & 0xFFFFFF, count(*), sum(time) FROM gemm GROUP BY 1 ORDER BY 1;
END
ok "there are such launches ($(tr '\n' ' ' <"$tmp/want"))" test -s "$tmp/want"
nst-dump "$tmp/db" 2>"$tmp/err" | nst-link --project cublas >"$tmp/linked"
jq -sr 'map(select(.type == "call-kernel")) | group_by(.tid)[] | "\(.[0].tid)|\(map(.args.count) | add)|\(map(.args.sum) | add)"' "$tmp/linked" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'time by thread'
is "$(jq -r 'select(.type == "call-kernel") | "\(.name) \(.args.type)"' "$tmp/linked" | sort -u)" 'cublasSgemm_v2 cublas' 'they are calls of cuBLAS'
# Calls of libraries are projected unasked; --project gives the ranges around them to themselves,
# too.
nst-dump "$tmp/db" 2>"$tmp/err" | nst-link >"$tmp/unasked"
jq -c 'if .type == "cublas" then del(.nvtx) else . end' "$tmp/linked" >"$tmp/want"
jq -c . "$tmp/unasked" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'without the option, but for the ranges of the calls'
ok '... which it gives' grep -q '"type":"cublas".*"nvtx":' "$tmp/linked"
for type in cudnn cufft cusolver cusparse nccl; do
	sed "s/\"type\":\"cublas\"/\"type\":\"$type\"/" "$tmp/unasked" >"$tmp/want"
	nst-dump "$tmp/db" 2>/dev/null | sed "s/\"type\":\"cublas\"/\"type\":\"$type\"/" |
		nst-link >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$type likewise"
done
# In rows of ranges, what is launched by calls is there as work of the GPU.
for by in nvtx nvtx:all pid; do
	grep -v '"type":"call-kernel"' "$tmp/unasked" | nst-sum --by $by >"$tmp/want"
	nst-sum --by $by "$tmp/unasked" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "--by $by: no kernel counts twice"
done
nst-dump "$tmp/db" 2>"$tmp/err" | nst-link | grep '"type":"nvtx-kernel"' >"$tmp/want"
grep '"type":"nvtx-kernel"' "$tmp/linked" >"$tmp/got"
ok 'there are ranges that launched something' test -s "$tmp/want"
same "$tmp/got" "$tmp/want" 'ranges are projected as they are without the option'
finish
