#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-sum --columns bus_rate: sizes and bandwidths of collectives, by the formulas of nccl-tests in jq.
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
finish
