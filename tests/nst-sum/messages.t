#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-sum --columns bus_rate: sizes and bandwidths of collectives, by the formulas of nccl-tests in
# jq.
. tests/tap.sh

: "${KINETO:=../shared/kineto}"
command -v jq >/dev/null || skipall "jq is not installed"

# model FILE: by name: bytes, rate, bus_rate.
model() {
	jq -r 'def size: {Float: 4, BFloat16: 2, Half: 2, Double: 8, Long: 8, Int: 4, Byte: 1}[.];
		select(.type == "kernel" and .args["In msg nelems"] != null) | .args as $a | ($a["Group size"]) as $n |
		(([$a["In msg nelems"], $a["Out msg nelems"]] | max) * ($a.dtype | size)) as $bytes |
		($a["Collective name"] | if test("^all_?reduce") then 2 * ($n - 1) / $n elif test("gather|scatter|all_?to_?all") then ($n - 1) / $n else 1 end) as $factor |
		[.name, $bytes, .dur, $bytes * $factor] | @tsv' "$1" |
		awk -F '\t' '{ bytes[$1] += $2; time[$1] += $3; bus[$1] += $4 }
			END { for (name in bytes) printf "%s\t%d\t%.3f\t%.3f\n", name, bytes[name], bytes[name] / time[name], bus[name] / time[name] }' | sort
}

for name in nccl-2streams eager-b200; do
	if [ ! -e "$KINETO/$name.json.gz" ]; then
		report 0 "$name # SKIP $KINETO is absent"
		continue
	fi
	nst-dump "$KINETO/$name.json.gz" >"$tmp/in" 2>"$tmp/err"
	model "$tmp/in" >"$tmp/want"
	nst-sum --names raw --by type,name --columns bytes,rate,bus_rate --json "$tmp/in" 2>"$tmp/err" | tablerows |
		jq -r 'select(.type == "kernel" and .bus_rate != null) | [.name, .bytes, .rate, .bus_rate] | @tsv' | awk -F '\t' '{ printf "%s\t%d\t%.3f\t%.3f\n", $1, $2, $3, $4 }' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: as jq has them"
	ok "$name: there are some" test -s "$tmp/got"
done

# kernel NAME COLLECTIVE IN OUT DTYPE RANKS
kernel() {
	printf '{"ts":0,"dur":1000,"type":"kernel","name":"%s","pid":1,"device":0,"args":{"Collective name":"%s","In msg nelems":%s,"Out msg nelems":%s,"dtype":"%s","Group size":%s}}\n' "$@"
}
{
	kernel a allreduce 800 800 Float 8
	kernel b _allgather_base 100 800 BFloat16 8
	kernel c _reduce_scatter_base 800 100 Float 8
	kernel d broadcast 800 800 Float 8
	kernel e all_to_all 800 800 Long 4
	kernel f send 800 800 Byte 2
	kernel g allreduce 800 800 Float 1
	kernel h all_to_allv 800 800 Float 8
	kernel i allreduce 800 800 Int3 8
	kernel j allreduce 800 800 Float 0
	kernel k allreduce -1 800 Float 8
	kernel l allreduce 9223372036854775807 800 Float 8
	echo '{"ts":0,"dur":1000,"type":"kernel","name":"m","pid":1,"device":0}'
	echo '{"ts":0,"dur":1000,"type":"memcpy","name":"n","pid":1,"device":0,"args":{"bytes":5000}}'
} >"$tmp/in"
run nst-sum --partial --by name --columns bytes,rate,bus_rate --json "$tmp/in"
# bytes / 1000 ns, and times 14/8, 7/8, 7/8, 1, 3/4, 1; of one rank nothing crosses a link
is "$status $(tablerows <"$tmp/out" | jq -c '[.name, .bytes, .rate, .bus_rate]' | sort | paste -sd ' ')" \
	'0 ["a",3200,3.2,5.6] ["b",1600,1.6,1.4] ["c",3200,3.2,2.8] ["d",3200,3.2,3.2] ["e",6400,6.4,4.8] ["f",800,0.8,0.8] ["g",3200,3.2,null] ["h",null,null,null] ["i",null,null,null] ["j",null,null,null] ["k",null,null,null] ["l",null,null,null] ["m",null,null,null] ["n",5000,5,null]' \
	'each collective, and what is not told'
is "$(cat "$tmp/err")" '' 'no message'
is "$(nst-sum --partial --by name --sort bus_rate --json "$tmp/in" | tablerows | head -n 1 | jq -r .name)" a '--sort bus_rate'
is "$(nst-sum --partial --by name --json "$tmp/in" | tablerows | jq -c 'select(.name == "a") | [.bytes, .bus_rate]')" '[null,null]' 'only if asked'
run nst-sum --partial --from 0ns --to 500ns --by name --columns bytes,rate,bus_rate --json "$tmp/in"
is "$(tablerows <"$tmp/out" | jq -c 'select(.name == "a") | [.bytes, .rate, .bus_rate]')" '[1600,3.2,5.6]' 'in a window the part of the time counts'
grep -v Collective "$tmp/in" >"$tmp/none"
run nst-sum --partial --by name --columns bus_rate "$tmp/none"
like "$status $(cat "$tmp/err")" '^0 nst-sum: .*: no bus_rate: no kernel has the size of its message' 'without sizes a line says so'
# Profiles of nsys: the sizes are in the payloads of NCCL's ranges.
# range TS DUR NAME TID PAYLOAD
range() {
	printf '{"ts":%d,"dur":%d,"type":"nvtx","name":"%s","pid":1,"tid":%d,"domain":"NCCL","args":{"payload":%s}}\n' "$@"
}
# launched TS NAME TID LAUNCHED
launched() {
	printf '{"ts":%d,"dur":1000,"type":"kernel","name":"%s","pid":1,"device":0,"launch":{"ts":%d,"dur":2,"tid":%d,"name":"cuLaunchKernelEx"}}\n' "$1" "$2" "$4" "$3"
}
size() {
	echo "{\"NCCL communicator ID\":18446744073709551615,\"Message size [bytes]\":$1}"
}
{
	range 1 5 ncclCommInitRank 1 '{"NCCL communicator ID":18446744073709551615,"No. of ranks":8,"Rank":0}'
	range 10 10 ncclAllReduce 1 "$(size 800)"
	range 20 10 ncclAllGather 1 "$(size 100)"
	range 20 10 ncclReduceScatter 2 "$(size 100)"
	range 30 10 ncclSend 1 "$(size 800)"
	range 40 10 ncclBroadcast 1 '{"Message size [bytes]":800}'
	range 50 10 ncclAllReduce 1 '{"Message size [bytes]":800}'
	range 60 10 ncclAllReduce 1 '{"NCCL communicator ID":7,"Message size [bytes]":800}'
	range 70 10 ncclAllReduce 1 50331648
	range 80 10 ncclGroupEnd 1 "$(size 800)"
	range 90 10 ncclAllReduce 1 "$(size 800)"
	range 95 2 ncclMade 2 "$(size 800)"
	launched 100 nccl_a 1 12
	launched 101 nccl_b 1 25
	launched 102 nccl_c 2 25
	launched 103 nccl_d 1 30
	launched 104 nccl_e 1 45
	launched 105 nccl_f 1 55
	launched 106 nccl_g 1 65
	launched 107 nccl_h 1 75
	launched 108 nccl_i 1 85
	launched 109 nccl_j 1 100
	launched 110 gemm_k 1 95
	launched 111 nccl_l 1 96
	launched 112 nccl_l 1 97
	launched 113 nccl_m 2 96
	launched 114 nccl_n 3 96
} >"$tmp/in"
run nst-sum --partial --by type,name --columns bytes,rate,bus_rate --json "$tmp/in"
is "$status $(tablerows <"$tmp/out" | jq -c 'select(.type == "kernel") | [.name[-1:], .bytes, .rate, .bus_rate]' | sort | paste -sd ' ')" \
	'0 ["a",800,0.8,1.4] ["b",800,0.8,0.7] ["c",800,0.8,0.7] ["d",800,0.8,0.8] ["e",800,0.8,0.8] ["f",null,null,null] ["g",null,null,null] ["h",null,null,null] ["i",null,null,null] ["j",null,null,null] ["k",null,null,null] ["l",800,0.4,0.7] ["m",null,null,null] ["n",null,null,null]' \
	'payloads of NCCL: each call, unknown numbers of ranks, launches outside, and two kernels of a call'
is "$(cat "$tmp/err")" '' 'no message about them'
sed '2{h;d;};3G' "$tmp/in" >"$tmp/unsorted"
run nst-sum --partial --by name --columns bus_rate "$tmp/unsorted"
is "$status" 1 'calls of a thread out of order are refused'
grep -v '"Message' "$tmp/in" >"$tmp/none"
run nst-sum --partial --by name --columns bus_rate "$tmp/none"
is "$status $(cat "$tmp/err")" "0 nst-sum: $tmp/none: no bus_rate: no kernel has the size of its message, which traces of PyTorch and payloads of NCCL's ranges tell" 'sizes are not told'

# A real profile whose schemas of NCCL have no rows: a call of 1 MiB and 4 ranks around each launch.
# Kernels whose launch was not traced have no size.
if file=$(profile pytorch-nccl-2gpu-3.25.0) && command -v sqlite3 >/dev/null; then
	cp "$file" "$tmp/nccl.sqlite"
	chmod u+w "$tmp/nccl.sqlite"
	sqlite3 "$tmp/nccl.sqlite" <<'END' >"$tmp/sql"
INSERT INTO NVTX_EVENTS (start, eventType, text, globalTid, domainId)
	SELECT 0, 75, 'NCCL', globalTid, 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME GROUP BY globalTid / 0x1000000;
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, domainId, binaryData)
	SELECT min(start) - 20, min(start) - 10, 59, 'ncclCommInitRank', globalTid, 1,
		X'01000000000000000200000100000000180000000000000038000000000000000500000000000000040000000000000000000000FFFFFFFF'
	FROM CUPTI_ACTIVITY_KIND_RUNTIME GROUP BY globalTid / 0x1000000;
INSERT INTO NVTX_EVENTS (start, end, eventType, text, globalTid, domainId, binaryData)
	SELECT r.start - 1, r.end + 1, 59, 'ncclAllReduce', r.globalTid, 1,
		X'01000000000000000700000100000000180000000000000038000000000000000500000000000000000010000000000000000000FFFFFFFF'
	FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.shortName
	JOIN CUPTI_ACTIVITY_KIND_RUNTIME r ON r.correlationId = k.correlationId AND r.globalTid / 0x1000000 = k.globalPid / 0x1000000
	WHERE s.value LIKE 'nccl%' GROUP BY r.correlationId, r.globalTid;
SELECT s.value || '|' || (count(*) * 1048576) || '|' || printf('%.3f', count(*) * 1048576.0 / sum(k.end - k.start)) || '|' ||
	printf('%.3f', count(*) * 1048576.0 * 1.5 / sum(k.end - k.start))
FROM CUPTI_ACTIVITY_KIND_KERNEL k JOIN StringIds s ON s.id = k.shortName
WHERE s.value LIKE 'nccl%' AND EXISTS (SELECT 1 FROM CUPTI_ACTIVITY_KIND_RUNTIME r
	WHERE r.correlationId = k.correlationId AND r.globalTid / 0x1000000 = k.globalPid / 0x1000000) GROUP BY s.value;
END
	nst-dump "$tmp/nccl.sqlite" 2>/dev/null | nst-link 2>/dev/null |
		nst-sum --names raw --by type,name --columns bytes,rate,bus_rate --json 2>"$tmp/err" | tablerows |
		jq -r 'select(.type == "kernel" and .bytes != null) | [.name, .bytes, .rate, .bus_rate] | @tsv' |
		awk -F '\t' '{ printf "%s|%d|%.3f|%.3f\n", $1, $2, $3, $4 }' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/sql" 'payloads of a profile, as SQL has them'
	ok 'there are some kernels' test -s "$tmp/got"
	nst-dump "$file" 2>/dev/null | nst-link 2>/dev/null | nst-sum --by name --columns bus_rate 2>&1 >/dev/null | grep -c 'no bus_rate' >"$tmp/count"
	is "$(cat "$tmp/count")" 1 'a profile without payloads says so'
else
	skip 'no pytorch-nccl-2gpu-3.25.0 in PROFILES, or no sqlite3: payloads of a profile'
fi

finish
