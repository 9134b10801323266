#!/bin/sh
# SPDX-License-Identifier: MIT
# The columns of intervals: cases by hand, and a model that searches all moments (intervals.jq),
# over random streams and real profiles. INTERVALS is the number of streams, SEED that of the first.
#     INTERVALS=2000 SEED=7 BUILD=build sh tests/nst-sum/intervals.t
. tests/tap.sh

command -v jq >/dev/null || skipall 'jq is not installed'
: "${SEED:=$(date +%s)}" "${INTERVALS:=72}"
columns='busy,idle,concurrency,exclusive,exposed,overlap,leading,overlap:copy,overlap:m[12]'

# table BY OPTIONS... FILE: the rows of nst-sum in the form of the model.
table() {
	tableby=$1
	shift
	nst-sum --by "$tableby" --columns "$columns" --json "$@" 2>"$tmp/err" | tablejson "$tableby"
}

tablejson() {
	jq -cs --arg by "$1" '($by | gsub(":[^,]*"; "") | split(",")) as $keys |
		map(select(.table | not) | . as $row | del(.[$keys[]]) + {group: [$keys[] | $row[.]]}) |
		sort_by(.group)[]' -S
}

# model BY FROM TO FILE: the same by the model.
model() {
	jq -s -S -c --arg list "$1" --argjson from "$2" --argjson to "$3" \
		"(\$list | split(\",\")) as \$by | $(cat tests/nst-sum/intervals.jq) | .[] | del(.[] | nulls)" "$4"
}

# random SEED: work of two processes on two GPUs, ranges and calls, which run beside each other.
random() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("kernel kernel kernel memcpy memset nvtx-kernel nvtx cuda-api osrt nvtx-mark", types, " ")
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"linked\":true}"
		crowd = rand() < 0.5 ? 5 : 30
		for (i = 0; i < 30; i++) {
			ts += rand() < 0.3 ? 0 : int(rand() * crowd)
			n = 1 + int(rand() * 10)
			dur = rand() < 0.1 ? 0 : int(rand() * (rand() < 0.2 ? 300 : 40))
			printf "{\"ts\":%d,", ts
			if (n < 10) printf "\"dur\":%d,", dur
			name = rand() < 0.3 && n < 4 ? "ncclKernel" : "m" int(rand() * 3)
			printf "\"type\":\"%s\",\"name\":\"%s\",\"pid\":%d", types[n], name, 1 + rand() * 2
			if (n < 7)
				printf ",\"device\":%d,\"stream\":%d", rand() * 2, rand() * 3
			if (n < 6 && rand() < 0.8)
				printf ",\"nvtx\":[\"a\"%s%s]", rand() < 0.5 ? ",\"b\"" : "", rand() < 0.5 ? (rand() < 0.5 ? ",\"a\"" : ",\"a2\"") : ""
			if (n > 5)
				printf ",\"tid\":%d", rand() * 2
			if (rand() < 0.8)
				printf ",\"step\":%d", ts / 100
			print "}"
		}
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":30}\n", ts
	}'
}

# agree SEED: compares nst-sum with the model for one way to group, one window, and bins.
agree() {
	random "$1" >"$tmp/stream"
	set -- "$1" type,name work,device nvtx:all,type nvtx step,work stream,pid name nvtx:2,type nvtx:^a
	by=$(eval "echo \${$((2 + $1 % 9))}")
	from=null to=null
	case $(($1 / 9 % 4)) in
	1 | 2) from=$((10 + $1 % 50)) to=$((from + 1 + $1 % 90)) ;;
	3) from=$((10 + $1 % 90)) ;;
	esac
	model "$by" "$from" "$to" "$tmp/stream" >"$tmp/want"
	set --
	[ "$from" = null ] || set -- "$@" --from "${from}ns"
	[ "$to" = null ] || set -- "$@" --to "${to}ns"
	table "$by" "$@" "$tmp/stream" >"$tmp/got"
	differs
	nst-filter "$@" "$tmp/stream" 2>/dev/null >"$tmp/cut"
	table "$by" "$tmp/cut" >"$tmp/got"
	differs
	jq -c 'del(.concurrency)' "$tmp/want" >"$tmp/wanted"
	table "$by" --bins 7 "$tmp/cut" | jq -s -c -S 'group_by(.group) | map(.[0].group as $group |
		map(del(.group, .concurrency, .bin) | to_entries) | add | group_by(.key) |
		map({key: .[0].key, value: (map(.value) | add)}) | from_entries + {$group})[]' >"$tmp/got"
	cp "$tmp/wanted" "$tmp/want"
	[ -s "$tmp/cut" ] && differs
}

differs() {
	cmp -s "$tmp/want" "$tmp/got" && return
	verdict=1
	note "seed $seed --by $by, from $from to $to:" "$(diff "$tmp/want" "$tmp/got" | head -n 4)" "$(head -n 2 "$tmp/err")"
	[ -z "${KEEP-}" ] || cp "$tmp/stream" "$KEEP"
}

note "INTERVALS=$INTERVALS SEED=$SEED"
verdict=0
seed=$SEED
while [ "$seed" -lt $((SEED + INTERVALS)) ]; do
	agree "$seed"
	seed=$((seed + 1))
done
report "$verdict" "$INTERVALS random streams agree with the model"

# A GPU computes from 0 to 100 and from 150 to 200, and communicates from 60 to 120 on another
# stream, and again from 90 to 110. A copy follows from 110 to 130.
cat >"$tmp/hand" <<'END'
{"ts":0,"type":"stream","format":1}
{"ts":0,"dur":100,"type":"kernel","name":"gemm","pid":1,"device":0,"stream":7,"step":1}
{"ts":5,"dur":10,"type":"osrt","name":"poll","pid":1,"tid":1}
{"ts":5,"dur":10,"type":"osrt","name":"poll","pid":1,"tid":2}
{"ts":12,"dur":10,"type":"osrt","name":"poll","pid":1,"tid":1}
{"ts":60,"dur":60,"type":"kernel","name":"nccl","pid":1,"device":0,"stream":8,"step":1}
{"ts":90,"dur":20,"type":"kernel","name":"nccl","pid":1,"device":0,"stream":9,"step":2}
{"ts":100,"dur":0,"type":"osrt","name":"poll","pid":1,"tid":2}
{"ts":110,"dur":20,"type":"memcpy","name":"HtoD","pid":1,"device":0,"stream":9,"step":2}
{"ts":150,"dur":50,"type":"kernel","name":"gemm","pid":1,"device":0,"stream":7,"step":2}
{"ts":150,"type":"end","events":9}
END
# cells KEY COLUMNS OPTIONS...: a row for each name, "-" for an absent cell.
cells() {
	cellcolumns=$1
	shift
	nst-sum --by name --columns "$cellcolumns" --tsv "$@" "$tmp/hand" 2>/dev/null | sed 1d | tr '\t' ' ' | sed 's/ $/ -/' | sort | paste -sd /
}
is "$(cells busy)" 'HtoD 20/gemm 150/nccl 60/poll 27' 'busy: what ran at once counts once, on each thread'
is "$(cells idle)" 'HtoD 0/gemm 50/nccl 0/poll 85' 'idle: between the first and the last event, of which one may have no duration'
is "$(cells concurrency)" 'HtoD 1/gemm 1/nccl 1.333/poll 1.111' 'concurrency: the total by the busy time'
is "$(cells exclusive)" 'HtoD 10/gemm 110/nccl 10/poll -' 'exclusive: nothing else ran on the GPU'
is "$(cells exposed)" 'HtoD 20/gemm 110/nccl 20/poll -' 'exposed: communication without computation'
is "$(cells overlap)" 'HtoD 0/gemm 40/nccl 40/poll -' 'overlap: it computed and communicated'
is "$(cells leading)" 'HtoD 10/gemm 150/nccl 20/poll -' 'leading: the event that began first'
is "$(cells overlap:compute)" 'HtoD 0/gemm 150/nccl 40/poll -' 'overlap:KIND: work of the kind ran, of the group or another'
is "$(cells overlap:copy)" 'HtoD 20/gemm 0/nccl 10/poll -' 'overlap:copy'
is "$(cells 'overlap:^(nc|Ht)')" 'HtoD 20/gemm 40/nccl 60/poll -' 'overlap:PATTERN: what matches together counts once'
is "$(cells overlap:copy --from 70ns --to 115ns)" 'HtoD 5/gemm 0/nccl 5/poll -' 'overlap:KIND in a window'
is "$(cells overlap:copy --over step)" 'HtoD 20/gemm 0/nccl 10' 'overlap:KIND over steps'
is "$(cells 'overlap:gemm,overlap:HtoD' | tr -d '\n')" 'HtoD 0 20/gemm 150 0/nccl 40 10/poll  -' 'overlap with two patterns'
is "$(nst-sum --by name --sort overlap:HtoD --columns count --tsv "$tmp/hand" | sed 1d | cut -f 1 | paste -sd ' ')" 'HtoD nccl gemm poll' '--sort overlap:PATTERN'
is "$(cells overlap:x 2>&1; nst-sum --columns overlap:x "$tmp/hand" 2>&1 >/dev/null)" 'HtoD 0/gemm 0/nccl 0/poll -
nst-sum: overlap:x: no work of a GPU matches' 'a pattern that matches nothing'
for list in 'overlap:(' overlap: overlap:copy,overlap:copy overlap:1,overlap:2,overlap:3,overlap:4,overlap:5,overlap:6,overlap:7,overlap:8,overlap:9; do
	run nst-sum --columns "$list" "$tmp/hand"
	is "$status" 2 "refused: $list"
done
is "$(cells busy --from 70ns --to 160ns)" 'HtoD 20/gemm 40/nccl 50/poll 0' 'busy in a window'
is "$(cells idle --from 70ns --to 160ns)" 'HtoD 0/gemm 50/nccl 0/poll 0' 'idle in a window'
is "$(cells idle --from 100ns --to 160ns)" 'HtoD 0/gemm 0/nccl 0/poll 0' 'idle in a window: an event that ends at its edge is outside'
is "$(cells busy,count,idle --over step)" 'HtoD 20 1 0/gemm 150 2 0/nccl 80 2 0' '--over step: each step alone'
is "$(cells overlap --event nccl)" 'nccl 40' 'other work runs beside a group, whatever --event leaves out'
is "$(cells exposed --comm gemm)" 'HtoD 10/gemm 110/nccl 10/poll -' '--comm tells which work communicates'
is "$(nst-sum --by name --sort busy --columns count --tsv "$tmp/hand" | sed 1d | cut -f 1 | paste -sd ' ')" 'gemm nccl poll HtoD' '--sort busy'
is "$(nst-sum --by name --sort -exclusive --columns count --tsv "$tmp/hand" | sed 1d | cut -f 1 | paste -sd ' ')" 'nccl HtoD gemm poll' '--sort -exclusive: of equal ones the larger total first'
for format in tsv csv json; do
	is "$(nst-sum --by name "--$format" "$tmp/hand" | grep -c -E 'busy|idle|concurrency|exclusive|exposed|overlap|leading')" 0 "--$format: not without --columns"
done
sed '6{h;d;};7G' "$tmp/hand" >"$tmp/unsorted"
run nst-sum --by name --columns busy "$tmp/unsorted"
is "$status $(cat "$tmp/err")" "1 nst-sum: $tmp/unsorted:7: ts 60 comes after 90: put the stream in order first: sort -s -t: -k2,2n" 'events out of order are refused'
run nst-sum --by name --columns count "$tmp/unsorted"
is "$status" 0 'other columns need no order'
printf '%s\n' '{"ts":0,"type":"stream","format":1}' '{"ts":9223372036854775000,"dur":9223372036854775000,"type":"kernel","name":"gemm","pid":1,"device":0}' >"$tmp/hand"
is "$(cells busy,exclusive --partial)" 'gemm 807 807' 'an event that ends later than 2^63 - 1 ns'

# Real profiles: leading adds up to the busy time of each GPU; exclusive and the time of several
# names are that, too, and the overlap of communication is the summary's.
partition() {
	nst-sum --by none --json "$tmp/p" 2>/dev/null | jq -c 'select(has("use")) | [.device, .busy]' | sort >"$tmp/want"
	nst-sum --by device,name --columns leading --json "$tmp/p" 2>/dev/null |
		jq -cs 'map(select(.leading)) | group_by(.device)[] | [.[0].device, (map(.leading) | add)]' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: leading adds up to the busy time"
	nst-sum --by none --json "$tmp/p" 2>/dev/null | jq -c 'select(.comm > 0) | [.device, .comm, .comm_overlap]' | sort >"$tmp/want"
	nst-sum --by device,work --columns busy,overlap,exposed --json "$tmp/p" 2>/dev/null |
		jq -c 'select(.work == "communication") | [.device, .exposed + .overlap, .overlap]' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: the overlap of communication is the summary's"
	jq -r 'select(.type | IN("kernel", "memcpy", "memset", "graph")) | select(.dur > 0) |
		"\(.ts) 1 \(.device) \(.name)", "\(.ts + .dur) -1 \(.device) \(.name)"' "$tmp/p" | sort -n |
		awk '{ d = $3; if (d in at) { t = $1 - at[d]; if (names[d] == 1) alone[d] += t; if (names[d]) busy[d] += t }
			at[d] = $1; n = $0; sub(/^[^ ]* [^ ]* /, "", n)
			before = open[n]; open[n] += $2; names[d] += (open[n] > 0) - (before > 0) }
			END { for (d in busy) print d, alone[d] + 0, busy[d] }' | sort >"$tmp/want"
	nst-sum --names raw --by device,name --columns exclusive,leading --json "$tmp/p" 2>/dev/null |
		jq -rs 'map(select(.exclusive)) | group_by(.device)[] |
			"\(.[0].device) \(map(.exclusive) | add) \(map(.leading) | add)"' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: exclusive adds up to the time of one name"
	# The time of each kernel that vLLM's gputrc2graph.py computes: the part of it after the end
	# of all work that began before.
	jq -r 'select(.type | IN("kernel", "memcpy", "memset", "graph")) | select(.dur) |
		"\(.device) \(.ts) \(.dur) \(.name)"' "$tmp/p" | sort -s -n -k1,1 -k2,2 |
		awk '{ d = $1; ts = $2; e = ts + $3; n = $0; sub(/^[^ ]* [^ ]* [^ ]* /, "", n)
			if (!(d in end) || ts > end[d]) elapsed = e - ts
			else elapsed = e > end[d] ? e - end[d] : 0
			if (!(d in end) || e > end[d]) end[d] = e
			sum[d " " n] += elapsed }
			END { for (i in sum) printf "%s %d\n", i, sum[i] }' | sort >"$tmp/want"
	nst-sum --names raw --by device,name --columns leading --json "$tmp/p" 2>/dev/null |
		jq -r 'select(.leading) | "\(.device) \(.name) \(.leading)"' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1: leading is the time that is not overlapped"
}
for name in sample pytorch-nccl-2gpu-3.25.0 pytorch-2gpu-3.25.0 cloverleaf-3.13.2; do
	if file=$(profile "$name"); then
		nst-dump "$file" 2>/dev/null >"$tmp/p"
		partition "$name"
	else
		skip "no $name in PROFILES" "$name: the parts add up to the whole"
	fi
done

finish
