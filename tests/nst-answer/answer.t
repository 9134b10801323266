#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-answer: rows against jq over the same stream and SQL over the export, and what fits on a
# screen.
. tests/tap.sh

questions='overview kernels ranges calls memory idle gaps path steps ranks'

# sums KEY TYPE...: name, count and sum of durations of events of some types, by jq.
sums() {
	key=$1
	shift
	jq -c --arg key "$key" 'select(.dur != null and (.type | IN($ARGS.positional[]))) | [getpath($key / "."), .dur]' --args "$@" <"$tmp/in" |
		jq -cs 'group_by(.[0])[] | [.[0][0], length, (map(.[1]) | add)]' | sort
}

# rows QUESTION FILTER: what the table of a question has, all of it.
rows() {
	nst-answer --names raw --all --json --about "$1" "$tmp/in" 2>/dev/null | jq -c "$2" | sort
}

for name in $(profiles); do
	file=$(profile "$name")
	nst-dump "$file" 2>/dev/null | nst-link 2>/dev/null | nst-step 2>/dev/null | nst-state 2>/dev/null | nst-skew 2>/dev/null >"$tmp/in"

	# what fits on a screen
	for question in $questions; do
		run nst-answer --about $question --title "$name" "$tmp/in"
		is "$status" 0 "$name: $question"
		is "$(wc -l <"$tmp/out" | awk '{ print ($1 > 24) }') $(wc -L <"$tmp/out" | awk '{ print ($1 > 80) }')" '0 0' "$name: $question: 24 lines of 80 characters"
		like "$(tail -n 2 "$tmp/out" | paste -s -d ' ')" 'Next: .*' "$name: $question: what to type next"
		like "$(head -n 1 "$tmp/out")" '^[A-Za-z0-9./]' "$name: $question: a sentence"
	done

	sums name kernel graph >"$tmp/want"
	rows kernels '[.name, .count, .total]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: kernels: as jq has them"
	if kernels=$(sql "$name" 'SELECT count(*), coalesce(sum(end - start), 0) FROM CUPTI_ACTIVITY_KIND_KERNEL' 2>/dev/null) && ! grep -q '"type":"graph"' "$tmp/in"; then
		is "$(rows kernels '[.count, .total]' | jq -rs '"\(map(.[0]) | add // 0)|\(map(.[1]) | add // 0)"')" "$kernels" "$name: kernels: as SQL has them"
	fi
	sums name memcpy memset >"$tmp/want"
	rows memory '[.name, .count, .total]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: memory: as jq has it"
	sums name cuda-api >"$tmp/want"
	rows calls '[.name, .count, .total]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: calls: as jq has them"
	jq -c 'select(.type == "nvtx-kernel") | [.name, .args.count, .args.sum]' "$tmp/in" | jq -cs 'group_by(.[0])[] | [.[0][0], length, (map(.[1]) | add), (map(.[2]) | add)]' | sort >"$tmp/want"
	rows ranges '[.name, .calls, .kernels, .kernel_time]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: ranges: as jq has them"

	# the whole, as the tables of nst-sum have it
	nst-answer --about overview --names raw --json "$tmp/in" 2>/dev/null >"$tmp/object"
	jq -cS '.gpus[] | {device, busy, compute, copies, idle, before, after}' "$tmp/object" | sort >"$tmp/got"
	nst-sum --by none --json "$tmp/in" 2>/dev/null | jq -cS 'select(.busy) | {device, busy, compute, copies, idle, before, after}' | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: overview: GPUs as nst-sum has them"
	jq -cS '.kernels[] | [.kernel, .count, .total]' "$tmp/object" | sort >"$tmp/got"
	sums name kernel graph >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: overview: kernels as jq has them"
	is "$(jq '.kernels | map(.of_kernels) | add // 100 | round' "$tmp/object")" 100 "$name: overview: shares are of the time of all kernels"
	jq -cS '.ranges[] | [.range, .kernels, .kernel_time]' "$tmp/object" | sort >"$tmp/got"
	rows ranges '[.name, .kernels, .kernel_time]' >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: overview: ranges as those of the question"
	is "$(jq '.ranges | map(.kernel_time) | . == (sort | reverse)' "$tmp/object")" true "$name: overview: ranges by the time of their kernels"

	# waits
	jq -c 'select(.type == "gpu-state" and (.name | IN("idle", "before", "after")) and .dur > 0) | [.args.cause, .args.kind, .args.blame, .dur]' "$tmp/in" >"$tmp/waits"
	jq -cs 'group_by(.[:3])[] | [.[0][0], .[0][1], .[0][2], length, (map(.[3]) | add)]' "$tmp/waits" | sort >"$tmp/want"
	rows idle '[.cause, .kind, .blame, .waits, .total]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: idle: causes as jq has them"
	jq -c 'select(.type == "gpu-state" and (.name | IN("idle", "before", "after")) and .dur > 0) | [.ts, .dur, .args.cause, .args.kind, .args.blame]' "$tmp/in" | sort >"$tmp/want"
	rows gaps '[.ts, .length, .cause, .kind, .blame]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: gaps: all waits as jq has them"
	is "$(nst-answer --about gaps --all --json "$tmp/in" 2>/dev/null | jq -s 'map(.length) | . == (sort | reverse)')" true "$name: gaps: the longest first"

	# steps: of the states with a step, the time of the GPU that took longest, and how much of
	# all was work
	jq -c 'select(.type == "gpu-state" and .step != null)' "$tmp/in" | jq -cs 'group_by(.step)[] | (map(select(.name | IN("idle", "before", "after"))) | map(.dur) | add // 0) as $idle |
		[.[0].step, (group_by([.pid, .device]) | map(map(.dur) | add) | max), ((map(.dur) | add) as $all | (($all - $idle) / $all * 1e5 | round))]' | sort >"$tmp/want"
	rows steps '[.step, .wall, (.busy * 1000 | round)]' >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: steps: as jq has them"
	is "$(nst-answer --about steps --all --json "$tmp/in" 2>/dev/null | jq -s 'map(.wall) | . == (sort | reverse)')" true "$name: steps: the slowest first"
done

# What is around a wait, and why a step is slow: a stream of two steps, of which the second waits
# for a call.
cat >"$tmp/in" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":100,"type":"gpu-state","name":"compute","pid":1,"device":0,"step":0}
{"ts":0,"dur":100,"type":"kernel","name":"a","pid":1,"device":0,"stream":7,"step":0}
{"ts":100,"dur":10,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"host","kind":"cuda","blame":"cudaFree_v3020"},"step":0}
{"ts":110,"dur":100,"type":"gpu-state","name":"compute","pid":1,"device":0,"step":1}
{"ts":110,"dur":100,"type":"kernel","name":"b","pid":1,"device":0,"stream":7,"step":1}
{"ts":210,"dur":60,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"host","kind":"cuda","blame":"cudaMalloc_v3020"},"step":1}
{"ts":270,"dur":100,"type":"gpu-state","name":"compute","pid":1,"device":0,"step":2}
{"ts":270,"dur":100,"type":"kernel","name":"a","pid":1,"device":0,"stream":7,"step":2}
{"ts":370,"dur":12,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"host","kind":"cuda","blame":"cudaFree_v3020"},"step":2}
{"ts":382,"dur":5,"type":"kernel","name":"c","pid":1,"device":0,"stream":7}
{"ts":387,"type":"end","events":11}
END
is "$(nst-answer --about gaps --json "$tmp/in" | jq -c '[.ts, .length, .before, .after, .blame]' | paste -s -d ' ')" \
	'[210,60,"b","a","cudaMalloc"] [370,12,"a","c","cudaFree"] [100,10,"a","b","cudaFree"]' 'gaps: the work around them'
sed 's/^{"ts":387,"type":"end".*/{"ts":-20,"dur":20,"type":"gpu-state","name":"before","pid":1,"device":0,"args":{"cause":"host"}}\n{"ts":387,"type":"end","events":12}/' "$tmp/in" >"$tmp/before"
is "$(nst-answer --about gaps --json "$tmp/before" | jq -c 'select(.ts == -20) | [.length, .before, .after]')" '[20,null,"a"]' 'gaps: the work behind the first, which comes at the end of the stream'

# Ranks: who came last most often. Rank N comes last in N of the collectives.
# collectives RANKS RANKED: a stream of so many processes; with or without ranks.
collectives() {
	awk -v n="$1" -v ranked="$2" 'BEGIN {
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"linked\":true}"
		for (i = 0; i < n && ranked; i++)
			printf "{\"ts\":0,\"type\":\"meta\",\"name\":\"process\",\"pid\":%d,\"args\":{\"name\":\"p\",\"rank\":%d}}\n", i + 500, i
		for (i = 0; i < n; i++)
			for (j = 0; j < i; j++)
				printf "{\"ts\":%d,\"dur\":9,\"type\":\"collective\",\"name\":\"c\",\"args\":{\"last_pid\":%d}}\n", ++t, i + 500
		for (i = 0; i < n; i++)
			printf "{\"ts\":%d,\"dur\":10,\"type\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"pid\":%d,\"device\":0,\"corr\":1,\"args\":{\"wait\":4,\"transfer\":6,\"last_pid\":9}}\n", ++t, i + 500
		printf "{\"ts\":%d,\"type\":\"end\"}\n", t + 99
	}' >"$tmp/ranks"
}
collectives 4 1
run nst-answer --about ranks "$tmp/ranks"
like "$(paste -sd ' ' "$tmp/out")" '^4 ranks waited 16 ns for each other in 6 collectives; rank 3 came last most often, in 3 \(50\.0 %\)\.' 'ranks: who came last'
is "$(awk '$1 ~ /^[0-9]$/ && NF == 9 { print $1, $NF }' "$tmp/out" | paste -sd ,)" '0 0,1 1,2 2,3 3' 'ranks: few, by rank'
collectives 4 0
like "$(nst-answer --about ranks "$tmp/ranks" | paste -sd ' ')" 'process 503 came last .* tells no ranks, so processes stand for them' 'ranks: that nothing tells them'
collectives 30 1
run nst-answer --about ranks "$tmp/ranks"
is "$(wc -l <"$tmp/out" | awk '{ print ($1 <= 24) }') $(awk '$1 ~ /^[0-9]+$/ && NF == 9 { print $1 }' "$tmp/out" | paste -sd ' ')" '1 29 28 27 26 25 24 23 22 21 20 19 18' 'ranks: of many, those that came last most often'
like "$(paste -sd ' ' "$tmp/out")" '12 of 30 ranks, those that came last most often: --top N shows more' 'ranks: that there are more'
is "$(nst-answer --about ranks --top 2 "$tmp/ranks" | awk '$1 ~ /^[0-9]+$/ && NF == 9 { print $1 }' | paste -sd ' ') $(nst-answer --about ranks --json "$tmp/ranks" | wc -l)" '29 28 30' 'ranks: --top, and all rows for scripts'
like "$(nst-answer --about ranks --title x "$tmp/in" | tail -n 1)" '^Next: nst ranks x \.\.\. ' 'ranks: what to do without collectives'

run nst-answer --about steps "$tmp/in"
like "$(paste -s -d ' ' "$tmp/out")" 'Step 1 is the slowest, 160 ns\. Step 1 took 48 ns more than step 2, the median; it has 48 ns more idle time, most of it host: cudaMalloc\.' 'steps: why the slowest is slow'
is "$(nst-answer --about steps --top 2 --json "$tmp/in" | jq -c '[.step, .wall, .cause, .blame]' | paste -s -d ' ')" '[1,160,"host","cudaMalloc"] [2,112,"host","cudaFree"]' 'steps: --top, and the largest cause'
is "$(nst-answer --about kernels --tsv "$tmp/in" | cut -f 2,3,6 | tr '\t' ' ' | paste -s -d ,)" 'total count name,200 2 a,100 1 b,5 1 c' 'kernels: --tsv'
is "$(nst-answer --about kernels --csv --top 1 "$tmp/in" | cut -d , -f 2,3,6 | paste -s -d ' ')" 'total,count,name 200,2,a' 'kernels: --csv, --top'
like "$(nst-answer --about kernels --top 1 "$tmp/in" | paste -s -d ' ')" '1 of 3 rows: --top N shows more' 'kernels: what is left out is told'
like "$(nst-answer --about kernels --title 'a b' "$tmp/in" | tail -n 1)" 'nst ranges a b' 'the last line names the profile'
sed 's/{"ts":387,"type":"end".*/{"ts":300,"dur":9,"type":"finding","name":"x","args":{"sentence":"Small.","cost":9}}\n{"ts":300,"dur":9,"type":"finding","name":"y","args":{"sentence":"Large.","cost":90}}\n{"ts":387,"type":"end","events":13}/' "$tmp/in" >"$tmp/found"
is "$(nst-answer --about overview "$tmp/found" | grep '^[0-9]\. ' | paste -s -d ' ')" '1. Large. 2. Small.' 'overview: findings, those that cost most first'
sed '1s/}$/,"advised":true}/' "$tmp/in" >"$tmp/healthy"
ok 'overview: that nothing was found is told' grep -q '^No findings: ' <<EOT
$(nst-answer --about overview "$tmp/healthy")
EOT
is "$(nst-answer --about overview "$tmp/in" | grep -c findings)" 0 'overview: nobody looked for findings'
is "$(nst-answer --about overview --top 1 "$tmp/found" | grep -c '^[0-9]\. ')" 1 'overview: --top'
is "$(nst-answer --about overview --json "$tmp/found" | jq -c '[.findings[].name]')" '["y","x"]' 'overview: --json: findings'

# calls and ranges are in the place of kernels if no kernel counts
calls() {
	echo "$1"
	echo '{"ts":10,"dur":5,"type":"cuda-api","name":"first","pid":1,"tid":1}'
	echo "$2"
	echo '{"ts":40,"dur":20,"type":"cuda-api","name":"late","pid":1,"tid":1}'
	echo '{"ts":40,"dur":9,"type":"nvtx","name":"late","pid":1,"tid":1}'
	echo '{"ts":90,"type":"end"}'
}
late='20 ns      1  20 ns  cuda-api  late'
calls '{"ts":0,"type":"stream","version":1}' '{"ts":20,"type":"kernel","name":"k","pid":1,"device":0,"open":true}' >"$tmp/calls"
like "$(nst-answer --about overview "$tmp/calls" | grep late | paste -s -d ' ')" "$late .* nvtx .*late" 'overview: calls, as no kernel has a duration'
calls '{"ts":0,"type":"stream","version":1,"from":30,"to":90}' '{"ts":20,"dur":5,"type":"kernel","name":"k","pid":1,"device":0}' >"$tmp/calls"
like "$(nst-answer --about overview "$tmp/calls" | grep late | paste -s -d ' ')" "$late .* nvtx .*late" 'overview: calls, as no kernel is in the window'
calls '{"ts":0,"type":"stream","version":1}' '{"ts":20,"dur":5,"type":"kernel","name":"k","pid":1,"device":0}' >"$tmp/calls"
is "$(nst-answer --about overview "$tmp/calls" | grep -c late)" 0 'overview: no calls where a kernel is'
printf '{"ts":0,"type":"stream","format":1,"linked":true}\n{"ts":0,"dur":5,"type":"osrt","name":"x","pid":1,"tid":1}\n{"ts":5,"type":"end","events":1}\n' >"$tmp/cpu"
for question in $questions; do
	run nst-answer --about $question "$tmp/cpu"
	is "$(cat "$tmp/err")" '' "$question of a profile without GPU work: no message"
	like "$status $(paste -s -d ' ' "$tmp/out")" '^0 (A profile No GPU worked|No |The profile has no |GPUs copied)' "$question of a profile without GPU work: it says so"
done
sed '$d' "$tmp/in" >"$tmp/cut"
run nst-answer --about kernels "$tmp/cut"
like "$status $(cat "$tmp/err")" '^1 nst-answer: .*: truncated' 'a truncated stream'
ok 'a truncated stream: the answer is of what was read' grep -q '^3 kernels' "$tmp/out"

for wrong in '' '--about kernel' '--about kernels --top 1 --all' '--about kernels --csv --json' '--about kernels --names x'; do
	# shellcheck disable=SC2086 # several words
	run nst-answer $wrong "$tmp/in"
	is "$status" 2 "refused: $wrong"
done
run nst-answer --about kernel "$tmp/in"
like "$(head -n 1 "$tmp/err")" "is it 'kernels'" 'a mistyped question'

# The commands of nst.
sample=$(profile sample)
host=$(sqlite3 "$sample" "SELECT value FROM TARGET_INFO_SYSTEM_ENV WHERE name = 'Hostname'")
nst --json "$sample" >"$tmp/object" 2>/dev/null
is "$(jq -r .host "$tmp/object")" "$host" 'nst --json FILE: the host'
is "$(nst "$sample" 2>/dev/null | head -n 2 | paste -s -d ' ' | grep -c ", host $host, ")" 1 'nst FILE: the host'
is "$(jq -c .skipped "$tmp/object")" null 'nst --json FILE: nothing was skipped'
sed '$s/}$/,"skipped":{"marks":7,"mapped files":2}}/' "$tmp/cpu" >"$tmp/skipped"
is "$(nst --json "$tmp/skipped" | jq -c .skipped)" '{"marks":7,"mapped files":2}' 'nst --json FILE: what nst-dump skipped'

is "$(nst "$sample" 2>/dev/null | head -n 1)" 'torchrun train.py (2 x python) on 2 x NVIDIA H100 80GB HBM3, host node7,' 'nst FILE: the command'
is "$(nst --json "$BUILD/sample.nsys-rep" 2>/dev/null | jq -r .command)" 'torchrun train.py' 'nst --json FILE: the command of a report'
# The command: the program without its folders, and its first argument.
# command PROGRAM ARGUMENT: the beginning of the answer about a process python3.
command() {
	printf '{"ts":0,"type":"stream","format":1,"linked":true,"program":"%s","argument":"%s"}\n{"ts":0,"type":"meta","name":"process","pid":1,"args":{"name":"/usr/bin/python3"}}\n' "$@"
	printf '{"ts":0,"dur":5,"type":"kernel","name":"k","pid":1,"device":0}\n{"ts":5,"type":"end","events":2}\n'
}
long=$(printf '%060d' 0)
while IFS='|' read -r program argument want; do
	command "$program" "$argument" >"$tmp/command"
	is "$(nst-answer --about overview "$tmp/command" | sed 's/ on GPU$//; q')" "$want" "the command: $program $argument"
	is "$(nst-answer --about overview --json "$tmp/command" | jq -r .command)" "$program${argument:+ $argument}" "the command: $program $argument: --json"
done <<END
/bin/python3|/home/a/train.py|python3 train.py
python3|-m|python3 -m
torchrun|train.py|torchrun train.py (/usr/bin/python3)
/my programs/run||run (/usr/bin/python3)
python3|/|python3 /
python3|data/|python3 data/
python3|$long|python3 $(printf '%040d' 0)...
END
cat "$tmp/command" "$tmp/command" >"$tmp/twice"
is "$(nst-answer --about overview --json "$tmp/twice" 2>/dev/null | jq -r .command)" "python3 $long" 'the command of two headers: once'
command 'a\u001b[31m' '<b>' >"$tmp/command"
is "$(nst-answer --about overview "$tmp/command" | head -n 1 | grep -c "$(printf '\033')")" 0 'the command: no escapes for a terminal'
ok 'the command: on a page' grep -q '; command a.*&lt;b&gt;' <<END
$(nst-page "$tmp/command")
END

cp "$sample" "$tmp/p.sqlite"
cd "$tmp" || exit 1
nst-dump --names template p.sqlite >stream 2>/dev/null
nst-link stream >linked 2>/dev/null
while read -r question stages; do
	case $question in
	kernels | calls | memory | gaps | ranks) link='nst-link --quiet' ;; # the answer does not depend on ranges
	*) link=nst-link ;;
	esac
	is "$(nst -n "$question" p.sqlite --top 3)" "nst-dump --names template p.sqlite | $link | ${stages:+$stages }nst-answer --about $question --title p.sqlite --top 3" "nst -n $question"
	nst -n "$question" p.sqlite | sh 2>/dev/null >want
	run nst "$question" p.sqlite
	is "$status" 0 "nst $question"
	same "$tmp/out" want "nst $question: what the pipeline prints"
	nst "$question" stream --title p.sqlite >got 2>/dev/null
	same got want "nst $question: of a stream"
	nst "$question" linked --title p.sqlite >got 2>/dev/null
	same got want "nst $question: of a linked stream"
	run nst "$question"
	is "$status $(head -n 1 "$tmp/err")" "2 nst: $question: no file named" "nst $question: no file"
done <<END
kernels
ranges
calls
memory
idle nst-state |
gaps nst-state |
steps nst-step --any | nst-state |
ranks nst-skew --quiet |
END
is "$(nst -n ranks a.ndjson b.ndjson)" 'nst-merge --number a.ndjson b.ndjson | nst-link --quiet | nst-skew --quiet | nst-answer --about ranks --title '"'FILE ...'" 'nst -n ranks: several files'
run nst kernels nothing.sqlite
is "$status $(cat "$tmp/err")" '1 nst: nothing.sqlite: No such file or directory' 'nst kernels: no such file'
finish
