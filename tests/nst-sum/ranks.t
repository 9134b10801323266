#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-sum of several ranks: by rank and by host against jq, and GPUs of several hosts.
. tests/tap.sh

cat >"$tmp/in" <<'END'
{"ts":0,"type":"meta","name":"process","pid":5,"args":{"name":"a","host":"n\u0031","rank":10}}
{"ts":0,"type":"meta","name":"process","pid":6,"args":{"name":"a","host":"n1","rank":9}}
{"ts":0,"type":"meta","name":"process","pid":100000005,"args":{"name":"a","pid":5,"host":"n2","rank":11}}
{"ts":0,"type":"meta","name":"process","pid":7,"args":{"name":"b"}}
{"ts":1,"dur":9,"type":"osrt","name":"x","pid":5,"tid":5}
{"ts":2,"dur":20,"type":"osrt","name":"x","pid":6,"tid":6}
{"ts":3,"dur":30,"type":"osrt","name":"y","pid":100000005,"tid":5}
{"ts":4,"dur":40,"type":"osrt","name":"x","pid":5,"tid":5}
{"ts":5,"dur":50,"type":"osrt","name":"x","pid":7,"tid":5}
{"ts":6,"dur":70,"type":"osrt","name":"x","pid":8,"tid":5}
{"ts":7,"dur":90,"type":"osrt","name":"x"}
END
run nst-sum --json --by rank --sort rank "$tmp/in"
tablerows <"$tmp/out" >"$tmp/rows"; mv "$tmp/rows" "$tmp/out"
is "$status $(jq -c '[.rank, .count, .total]' "$tmp/out" | paste -sd ' ')" '0 [9,1,20] [10,2,49] [11,1,30] [null,3,210]' '--by rank'
run nst-sum --json --by host,name "$tmp/in"
tablerows <"$tmp/out" >"$tmp/rows"; mv "$tmp/rows" "$tmp/out"
is "$status $(jq -c '[.host, .name, .total]' "$tmp/out" | sort | paste -sd ' ')" '0 ["n1","x",69] ["n2","y",30] [null,"x",210]' '--by host,name'
run nst-sum --tsv --by host,rank --columns total --sort -total "$tmp/in"
is "$(paste -sd ' ' "$tmp/out")" "$(printf 'host\trank\ttotal n1\t9\t20 n2\t11\t30 n1\t10\t49 \t\t210')" '--by host,rank: columns'

# Waits of parts of collectives, against jq: by rank and the one waited for; the collectives by the
# one that came last. What says nothing sensible is no part.
if [ -e "$(profile sample)" ]; then
	nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null | nst-skew 2>/dev/null >"$tmp/skewed"
	parts='select(.type != "collective" and .args.last_pid? != null)'
	run nst-sum --json --by type,rank,last --columns wait,transfer "$tmp/skewed"
	jq -c 'select(.wait != null) | [.type, .rank, .last, .wait, .transfer]' "$tmp/out" | sort >"$tmp/got"
	jq -nc '[inputs] | (map(select(.type == "meta" and .name == "process") | {key: "\(.pid)", value: .args.rank}) | from_entries) as $rank |
		map('"$parts"' | .rank = $rank["\(.pid)"]) | group_by([.type, .rank, .args.last])[] |
		[.[0].type, .[0].rank, .[0].args.last, (map(.args.wait) | add), (map(.args.transfer) | add)]' "$tmp/skewed" | sort >"$tmp/want"
	is "$(jq -c '.[:2]' "$tmp/want" | sort -u | paste -sd ' ')" '["kernel",0] ["kernel",1] ["mpi",0] ["mpi",1]' 'waits: there are some of kernels and calls, of both ranks'
	same "$tmp/got" "$tmp/want" 'wait and transfer by type, rank and the last one'
	nst-sum --json --by type,last "$tmp/skewed" | jq -c 'select(.type == "collective") | [.last, .count, .wait]' | sort >"$tmp/got"
	jq -sc 'map(select(.type == "collective")) | group_by(.args.last)[] | [.[0].args.last, length, null]' "$tmp/skewed" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" 'how often each rank was last'
	at=$(jq -sc 'map('"$parts"' | select(.args.wait > 100) | .ts + (.args.wait / 2 | floor))[3]' "$tmp/skewed")
	nst-sum --json --by type --to "$at" "$tmp/skewed" | jq -c 'select(.wait != null) | [.type, .wait, .transfer]' | sort >"$tmp/got"
	jq -nc --argjson at "$at" 'def upto: if . < $at then . else $at end; [inputs | '"$parts"' | select(.ts < $at)] | group_by(.type)[] |
		[.[0].type, (map((.ts + .args.wait | upto) - .ts) | add), (map((.ts + .dur | upto) - (.ts + .args.wait | upto)) | add)]' "$tmp/skewed" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" 'an edge in the middle of a wait: what lies inside'
	nst-sum --json --by type --bins 7 "$tmp/skewed" | jq -sc 'map(select(.wait != null)) | [(map(.wait) | add), (map(.transfer) | add)]' >"$tmp/got"
	jq -nc '[inputs | '"$parts"'.args] | [(map(.wait) | add), (map(.transfer) | add)]' "$tmp/skewed" >"$tmp/want"
	same "$tmp/got" "$tmp/want" 'bins add up to all'
else
	report 0 'waits # SKIP no shared profile'
fi
for args in '"wait":11,"last_pid":5' '"wait":-1,"last_pid":5' '"wait":"1","last_pid":5' '"wait":1,"last":5'; do
	echo '{"ts":0,"dur":10,"type":"kernel","name":"k","pid":5,"device":0,"args":{'"$args"'}}' >"$tmp/part"
	is "$(nst-sum --json "$tmp/part" | tablerows | jq -c '[.total, .wait, .transfer]')" '[10,null,null]' "no wait: $args"
done

# Two GPUs on each of two hosts, told apart by bus, or where no record has one, by number; a process
# sees one of them under another number.
for with in '"bus":"0000:01","gpu":0' '"gpu":0'; do
	cat >"$tmp/gpus" <<-END
	{"ts":0,"type":"meta","name":"process","pid":5,"args":{"name":"a","host":"n2","rank":0}}
	{"ts":0,"type":"meta","name":"process","pid":6,"args":{"name":"a","host":"n1","rank":1}}
	{"ts":0,"type":"meta","name":"process","pid":7,"args":{"name":"a","host":"n1","rank":2}}
	{"ts":0,"type":"meta","name":"device","pid":5,"device":0,"args":{$with}}
	{"ts":0,"type":"meta","name":"device","pid":5,"device":1,"args":{"uuid":"u1"}}
	{"ts":0,"type":"meta","name":"device","pid":6,"device":0,"args":{$with}}
	{"ts":0,"type":"meta","name":"device","pid":6,"device":1,"args":{"uuid":"u2"}}
	{"ts":0,"type":"meta","name":"device","pid":7,"device":3,"args":{"uuid":"u2"}}
	{"ts":0,"dur":10,"type":"kernel","name":"k","pid":5,"device":0,"stream":7}
	{"ts":0,"dur":20,"type":"kernel","name":"k","pid":6,"device":0,"stream":7}
	{"ts":5,"dur":30,"type":"kernel","name":"k","pid":5,"device":1,"stream":7}
	{"ts":6,"dur":40,"type":"kernel","name":"k","pid":6,"device":1,"stream":7}
	{"ts":6,"dur":50,"type":"kernel","name":"k","pid":7,"device":3,"stream":7}
	END
	run nst-sum --json --by none "$tmp/gpus"
	is "$status $(jq -c 'select(.busy) | [.host, .device, .busy]' "$tmp/out" | paste -sd ' ')" '0 ["n2",0,10] ["n2",1,30] ["n1",0,20] ["n1",1,50]' \
		"two hosts of two GPUs, by $with"
	nst-state --partial "$tmp/gpus" 2>/dev/null >"$tmp/states"
	is "$(jq -c 'select(.type == "gpu-state" and (.name | IN("before", "after") | not)) | [.pid, .device, .ts, .dur]' "$tmp/states" | sort | paste -sd ' ')" '[5,0,0,10] [5,1,5,30] [6,0,0,20] [6,1,6,50]' \
		"states of two hosts of two GPUs, by $with"
done
sed 's/n2/n1/' "$tmp/gpus" >"$tmp/one"
run nst-sum --json --by none "$tmp/one"
is "$status $(jq -c 'select(.busy) | [.host, .device, .busy]' "$tmp/out" | paste -sd ' ')" '0 [null,0,20] [null,1,30] [null,1,50]' 'one host is not said'

if [ -e "$(profile sample)" ]; then
	nst-dump "$(profile sample)" 2>/dev/null | sed 's/,"rank":[0-9]*//' >"$tmp/one.ndjson"
	nst-merge --label 4@a,7@b "$tmp/one.ndjson" - <"$tmp/one.ndjson" 2>/dev/null | nst-link >"$tmp/job" 2>/dev/null
	nst-link "$tmp/one.ndjson" 2>/dev/null | nst-sum --json | tablerows >"$tmp/want"
	ok 'a job: there is something' test -s "$tmp/want"
	for by in rank:4 rank:7 host:a host:b; do
		nst-sum --json --by type,name,${by%:*} "$tmp/job" | tablerows | jq -c --arg v "${by#*:}" --arg k "${by%:*}" \
			'select("\(.[$k])" == $v) | {type, name, count, total, launches, kernel_time}' | sort >"$tmp/got"
		jq -c '{type, name, count, total, launches, kernel_time}' "$tmp/want" | sort >"$tmp/all"
		same "$tmp/got" "$tmp/all" "a job by $by: what its profile has, with what calls launched"
	done
else
	report 0 'a job # SKIP no shared profile'
fi

# Who waited for whom: the table of a summary has what the events say, here added up by jq.
profile=$(profile pytorch-nccl-2gpu-3.25.0)
if [ -e "$profile" ]; then
	nst-dump "$profile" 2>/dev/null >"$tmp/both"
	for pid in 148 149; do
		grep -e "\"pid\":${pid}[,}]" -e '"type":"stream"' "$tmp/both" >"$tmp/rank$pid.ndjson"
	done
	nst-merge --partial "$tmp/rank148.ndjson" "$tmp/rank149.ndjson" 2>/dev/null | nst-link --partial 2>/dev/null | nst-skew --partial >"$tmp/skewed" 2>/dev/null
	jq -n -c '[inputs] | [.[] | select(.type == "collective").args.last_pid] as $last |
		[.[] | select(.args.wait != null)] | group_by(.pid)[] |
		[.[0].pid, length, (map(.args.wait) | add), (map(.args.transfer) | add), (.[0].pid as $pid | $last | map(select(. == $pid)) | length)]' "$tmp/skewed" >"$tmp/want"
	nst-sum --json --by none --partial "$tmp/skewed" | jq -c 'select(.collectives) | [.pid, .collectives, .wait, .transfer, .last]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "ranks in collectives ($(grep -c . "$tmp/want"))"
	ok 'there are two' test "$(grep -c . "$tmp/want")" -eq 2
	middle=$(jq -n '[inputs | select(.type == "collective").ts] | sort | .[length / 2 | floor]' "$tmp/skewed")
	for part in "--from ${middle}ns" "--to ${middle}ns"; do
		# shellcheck disable=SC2086 # options
		nst-sum --json --by none --partial $part "$tmp/skewed" 2>/dev/null | jq -c 'select(.collectives) | [.rank, .wait, .transfer]' >"$tmp/got"
		# shellcheck disable=SC2086
		nst-sum --json --by rank --columns wait,transfer --partial $part "$tmp/skewed" 2>/dev/null | jq -c 'select(.rank != null) | [.rank, .wait, .transfer]' | sort >"$tmp/want"
		same "$tmp/got" "$tmp/want" "$part: what --by rank has"
	done
else
	report 0 'ranks in collectives # SKIP no shared profile'
fi
finish
