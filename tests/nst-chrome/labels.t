#!/bin/sh
# SPDX-License-Identifier: MIT
# --labels against what nsys2json of September 2024 writes for "-t kernel nvtx nvtx-kernel cuda-api", said in SQL over the same export.
. tests/tap.sh

name=pytorch-2gpu-3.25.0
[ -e "$(profile $name)" ] || skipall "$name: not here"

# All columns as text: name, ts and dur in ns, pid, tid. A process goes by the device of its kernels.
sql $name -separator '	' >"$tmp/want" <<'EOT'
CREATE TEMP TABLE kernel AS SELECT start, end, shortName, streamId, deviceId, correlationId, (globalPid >> 24) & 0xFFFFFF AS pid
	FROM CUPTI_ACTIVITY_KIND_KERNEL;
CREATE TEMP TABLE device AS SELECT DISTINCT pid, deviceId FROM kernel;
CREATE TEMP TABLE api AS SELECT start, end, nameId, correlationId, globalTid & 0xFFFFFF AS tid, (globalTid >> 24) & 0xFFFFFF AS pid
	FROM CUPTI_ACTIVITY_KIND_RUNTIME;
CREATE TEMP TABLE range AS SELECT rowid AS id, start, end, text, globalTid & 0xFFFFFF AS tid, (globalTid >> 24) & 0xFFFFFF AS pid
	FROM NVTX_EVENTS WHERE eventType = 59;
CREATE TEMP TABLE launch AS SELECT a.pid, a.tid, a.start AS called, a.end AS returned, k.start, k.end, k.deviceId
	FROM api a JOIN kernel k ON k.pid = a.pid AND k.correlationId = a.correlationId;
CREATE INDEX temp.launches ON launch (pid, tid, called);
SELECT 'kernel', value, start, end - start, 'Device ' || deviceId, 'Stream ' || streamId FROM kernel JOIN StringIds ON id = shortName
UNION ALL SELECT 'nvtx', text, start, end - start, 'Device ' || deviceId, 'NVTX Thread ' || tid FROM range JOIN device USING (pid)
UNION ALL SELECT 'cuda-api', value, start, end - start, 'Device ' || deviceId, 'CUDA API Thread ' || tid
	FROM api JOIN device USING (pid) JOIN StringIds ON id = nameId
UNION ALL SELECT 'nvtx-kernel', text, min(l.start), max(l.end) - min(l.start), 'Device ' || deviceId, 'NVTX Kernel Thread ' || r.tid
	FROM range r JOIN launch l ON l.pid = r.pid AND l.tid = r.tid AND l.called BETWEEN r.start AND r.end AND l.returned <= r.end
	GROUP BY r.id, deviceId;
EOT
sort -o "$tmp/want" "$tmp/want"
is "$(cut -f 1 "$tmp/want" | uniq -c | awk '{ print $2, $1 }' | paste -s -d ' ')" 'cuda-api 5796 kernel 3442 nvtx 16782 nvtx-kernel 2302' 'as many as nsys2json has'

nst-dump --type kernel,nvtx,cuda-api "$(profile $name)" 2>/dev/null | nst-link | nst-chrome --labels >"$tmp/out"
ok 'a JSON array' jq -e -s 'length == 1 and (.[0] | type) == "array"' "$tmp/out"
# The times become nanoseconds.
sed -E 's/([{,]"ts":-?[0-9]+)\.([0-9]{3}[,}])/\1\2/; s/([{,]"dur":-?[0-9]+)\.([0-9]{3}[,}])/\1\2/' "$tmp/out" >"$tmp/ns"
jq -r '.[] | "\(.cat)\t\(.name)\t\(.ts)\t\(.dur)\t\(.pid)\t\(.tid)"' "$tmp/ns" | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'every slice, to the nanosecond, under its labels'
is "$(jq -r '.[].ph' "$tmp/ns" | sort -u)" X 'slices only: labels need no metadata'
finish
