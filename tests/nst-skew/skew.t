#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-skew against SQL that pairs in order, against made jobs whose collectives are known, and what
# it leaves alone.
. tests/tap.sh

# waits: [start, pid, wait, transfer, the process that came last] of each part, in the output of the
# last run.
waits() {
	jq -c 'select(.args.wait? != null) | [.ts, .pid, .args.wait, .args.transfer, .args.last_pid]' "$tmp/out" | sort
}

# The n-th kernel of one process belongs to the n-th of the other.
while read -r name pattern; do
	[ -e "$(profile "$name")" ] || {
		report 0 "$name # SKIP it is not there"
		continue
	}
	nst-dump --type kernel "$(profile "$name")" 2>/dev/null >"$tmp/in"
	run nst-skew -v "$tmp/in"
	waits >"$tmp/got"
	sql "$name" "WITH k AS (SELECT start, end, globalPid >> 24 & 0xFFFFFF AS pid, row_number() OVER (PARTITION BY globalPid ORDER BY start) AS n
			FROM CUPTI_ACTIVITY_KIND_KERNEL JOIN StringIds ON id = shortName WHERE value LIKE '$pattern'),
		l AS (SELECT n, max(start) AS late, pid AS last FROM k GROUP BY n)
		SELECT json_array(start, pid, late - start, end - late, last) FROM k JOIN l USING (n)" | sort >"$tmp/want"
	ok "$name: there are some" test -s "$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: waits"
	is "$status $(cat "$tmp/err")" "0 nst-skew: $tmp/in: $(($(wc -l <"$tmp/want") / 2)) collectives of $(wc -l <"$tmp/want" | tr -d ' ') kernels and calls" "$name: what is said"
done <<'END'
sample nccl%
pytorch-nccl-2gpu-3.25.0 nccl%
END

# TraceLens's report of collectives of two ranks (generate_multi_rank_collective_report_pytorch,
# commit 171dd747), over the traces that nst-chrome --kineto makes of the sample, has 18 of them,
# for which rank 0 waits 34526.3 us and rank 1 does not.
nst-dump "$(profile sample)" 2>/dev/null | nst-skew 2>/dev/null | jq -r 'select(.type == "kernel" and .args.wait?) | [.pid, .args.wait] | @tsv' |
	awk '{ n[$1]++; wait[$1] += $2 } END { for (p in n) printf "%d %d %.1f\n", p, n[p], wait[p] / 1000 }' | sort >"$tmp/got"
is "$(cat "$tmp/got")" '4201 18 34526.3
4202 18 0.0' 'the sample: waits as TraceLens has them'

# All else is as it was.
nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null >"$tmp/in"
run nst-skew -v "$tmp/in"
cp "$tmp/out" "$tmp/skewed"
jq -cS 'select(.type | IN("collective", "end") | not) | if .args.wait? then .args |= del(.wait, .transfer, .last, .last_pid) else . end' "$tmp/out" >"$tmp/got"
jq -cS 'select(.type != "end")' "$tmp/in" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'nothing else is changed'
grep -v -e '"wait"' -e '"collective"' -e '"end"' "$tmp/out" >"$tmp/got"
grep -Fxv -f "$tmp/got" "$tmp/in" | jq -r .type | sort -u | paste -sd ' ' >"$tmp/types"
is "$(cat "$tmp/types")" 'end kernel mpi' 'lines that are no part of one are passed on byte for byte'
is "$(tail -n 1 "$tmp/out" | jq .events)" "$(($(wc -l <"$tmp/out") - 2))" 'the end record counts them'
run nst-skew -v "$tmp/skewed"
same "$tmp/out" "$tmp/skewed" 'a second time it is the same'
cat "$tmp/in" | nst-skew 2>/dev/null >"$tmp/out"
same "$tmp/out" "$tmp/skewed" 'from a pipe it is the same'
is "$(jq -c 'select(.type == "collective" and .name == "MPI_Barrier").args' "$tmp/out" | head -n 1)" \
	"$(jq -sc '[.[] | select(.name == "MPI_Barrier" and .type == "mpi")][0:2] | {ranks: 2, spread: (.[1].ts - .[0].ts), transfer: ((map(.ts + .dur) | max) - .[1].ts), apart: (map(.ts + .dur) | max - min), last: .[1].args.rank, last_pid: .[1].pid}' "$tmp/in")" \
	'calls of MPI, and ranks'

# job: four ranks in pairs, 0 1 and 2 3 on one stream, 0 2 and 1 3 on another, all with one name;
# starts by chance, ends within 20 us. Each pair is at its own time. What is known of each part goes
# to $tmp/known. without: the n-th part that is left out; shift: ns by which rank 3 is late.
job() {
	awk -v steps=60 -v known="$tmp/known" -v without=-1 -v shift=0 "$@" '
		function chance(n) {
			seed = (seed * 1103515245 + 12345) % 2147483648
			return int(seed / 2147483648 * n)
		}
		function pair(a, b, stream, t, s, e, i, r, late, last) {
			s[a] = t + chance(3000000)
			s[b] = t + chance(3000000)
			late = s[a] > s[b] ? s[a] : s[b]
			last = s[a] > s[b] ? a : b
			for (i = 0; i < 2; i++) {
				r = i ? b : a
				e = late + 1000000 + chance(20000)
				if (n++ == without)
					continue
				printf "{\"ts\":%.0f,\"dur\":%.0f,\"type\":\"kernel\",\"name\":\"ncclDevKernel_AllReduce\",\"pid\":%d,\"device\":0,\"stream\":%d}\n", s[r] + (r == 3) * shift, e - s[r], 10 + r, stream
				printf "[%.0f,%d,%.0f,%.0f,%d]\n", s[r], 10 + r, late - s[r], e - late, 10 + last >known
			}
		}
		BEGIN {
			seed = 7
			for (i = 0; i < steps; i++) {
				t += 20000000
				pair(0, 1, 1, t)
				pair(2, 3, 1, t + chance(900000))
				pair(0, 2, 2, t + 4000000)
				pair(1, 3, 2, t + 4000000 + chance(900000))
			}
		}' | sort -s -t: -k2,2n
}
job >"$tmp/in"
sort "$tmp/known" >"$tmp/want"
run nst-skew -v "$tmp/in"
waits >"$tmp/got"
same "$tmp/got" "$tmp/want" 'four ranks in pairs both ways'
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 240 collectives of 480 kernels and calls" 'it is said'
is "$(grep '"collective"' "$tmp/out" | jq -c '.args.ranks' | sort | uniq -c | tr -s ' ')" ' 240 2' 'each is of two'
job -v without=100 >"$tmp/in"
run nst-skew -v "$tmp/in"
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 239 collectives of 478 kernels and calls; left alone: 1 without the part of some rank" 'a part that is missing'
job -v shift=700000 >"$tmp/in"
run nst-skew -v "$tmp/in"
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 120 collectives of 240 kernels and calls; left alone: 240 on streams without partners" 'clocks that are apart'
run nst-skew -v --apart 1ms "$tmp/in"
like "$(cat "$tmp/err")" '[1-9][0-9]* collectives of [1-9][0-9]* kernels' 'clocks that are apart: --apart'
grep '"pid":10' "$tmp/in" >"$tmp/one"
run nst-skew -v "$tmp/one"
same "$tmp/out" "$tmp/one" 'one rank alone: nothing is changed'
is "$status $(cat "$tmp/err")" "0 nst-skew: $tmp/one: 0 collectives of 0 kernels and calls; left alone: 120 on streams without partners" 'and that is said'
run nst-skew --quiet "$tmp/one"
is "$status $(cat "$tmp/err")" '0 ' '--quiet: without collectives nothing is said'
same "$tmp/out" "$tmp/one" '--quiet: ... and the stream is as it was'

# Names of ranks.
{
	echo '{"ts":0,"type":"meta","name":"process","pid":5,"args":{"name":"p","rank":3}}'
	for pid in 5 6; do
		echo "{\"ts\":$pid,\"dur\":$((20 - pid)),\"type\":\"kernel\",\"name\":\"ncclX\",\"pid\":$pid,\"device\":0,\"stream\":1,\"args\":{\"wait\":\"x\",\"grid\":[1]}}"
	done
	echo '{"ts":30,"dur":5,"type":"kernel","name":"ncclX","pid":6,"device":0,"stream":1}'
	echo '{"ts":31,"dur":4,"type":"kernel","name":"ncclX","pid":5,"device":0,"stream":1}'
} >"$tmp/in"
run nst-skew -v "$tmp/in"
is "$(jq -c 'select(.type == "kernel").args' "$tmp/out" | paste -sd ' ')" \
	'{"grid":[1],"wait":1,"transfer":14,"last_pid":6} {"grid":[1],"wait":0,"transfer":14,"last_pid":6} {"wait":1,"transfer":4,"last":3,"last_pid":5} {"wait":0,"transfer":4,"last":3,"last_pid":5}' \
	'ranks where they are known'

# What goes wrong.
run nst-skew -v --apart -1us "$tmp/in"
is "$status" 2 '--apart: a negative time is a usage error'
nst-dump "$(profile sample)" 2>/dev/null | head -n 4000 >"$tmp/cut"
run nst-skew -v "$tmp/cut"
is "$status $(grep -v collectives "$tmp/err") $(grep -c '"end"' "$tmp/out")" "1 nst-skew: $tmp/cut: truncated input: it has a header and no end record 0" 'a cut input'
: >"$tmp/empty"
run nst-skew -v "$tmp/empty"
like "$status $(tail -n 1 "$tmp/err")" "^1 .*empty input" "an empty one"

# A trace that lost parts: two ranks have 3 collectives together and 5 kernels each alone, in 3 s.
# Waits are 1, 2 and 3 ms.
lost() {
	for i in 1 2 3; do
		printf '{"ts":%d,"dur":%d,"type":"kernel","name":"ncclKernel_SendRecv","pid":1,"device":0,"stream":7}\n' $((i * 900000000)) 9000000
		printf '{"ts":%d,"dur":%d,"type":"kernel","name":"ncclKernel_SendRecv","pid":2,"device":1,"stream":7}\n' $((i * 900000000 + i * 1000000)) $((9050000 - i * 1000000))
	done
	for i in 1 2 3 4 5; do
		for pid in 1 2; do
			printf '{"ts":%d,"dur":5000000,"type":"kernel","name":"ncclKernel_SendRecv","pid":%d,"device":%d,"stream":7}\n' $((i * 500000000 + pid * 123456789)) $pid $((pid - 1))
		done
	done
}
lost | sort -t: -k2,2n >"$tmp/in"
run nst-skew --partial "$tmp/in"
is "$(waits | jq -c '[.[1], .[2]]' | sort | paste -sd ' ')" '[1,1000000] [1,2000000] [1,3000000] [2,0] [2,0] [2,0]' 'a trace that lost parts: the waits of what is left'
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 3 collectives of 6 kernels and calls; left alone: 10 without the part of some rank" '... and the rest is counted'

# Chance: of two ranks with a kernel every millisecond, that share nothing, each fifth pair ends
# within 200 us.
awk 'BEGIN {
	for (i = 1; i <= 200; i++) {
		printf "{\"ts\":%d,\"dur\":900000,\"type\":\"kernel\",\"name\":\"nccl\",\"pid\":1,\"device\":0,\"stream\":7}\n", i * 1000000
		printf "{\"ts\":%d,\"dur\":900000,\"type\":\"kernel\",\"name\":\"nccl\",\"pid\":2,\"device\":1,\"stream\":7}\n", i * 1000000 + (i % 5 ? 450000 : 100000)
	}
}' | sort -t: -k2,2n >"$tmp/in"
run nst-skew --partial "$tmp/in"
is "$(waits | wc -l) $(grep -c '400 on streams without partners' "$tmp/err")" '0 1' 'what ends together by chance is left alone'

# What PyTorch's traces tell. told TS DUR PID STREAM ARGS: a kernel with more args.
told() {
	printf '{"ts":%d,"dur":%d,"type":"kernel","name":"ncclDevKernel_Generic","pid":%d,"device":0,"stream":%d,"args":{%s}}\n' "$@"
}
ranks() {
	for rank; do
		printf '{"ts":0,"type":"meta","name":"process","pid":%d,"args":{"name":"p","rank":%d}}\n' "$((rank + 10))" "$rank"
	done
}
group() {
	printf '"Process Group Name":"%s","Process Group Ranks":"[%s]","Collective name":"%s"%s' "$@"
}

# Ranks 0 and 1 in two groups at the same time, with all kernels on one stream: the nth collective
# of a group waits n ms.
{
	ranks 0 1
	for n in 1 2 3 4; do
		for g in 1 2; do
			told $((n * 10000000 + g * 50000)) 5000000 10 7 "$(group $g '0, 1' allreduce '')"
			told $((n * 10000000 + g * 50000 + n * 1000000)) $((5000000 - n * 1000000)) 11 7 "$(group $g '0, 1' allreduce '')"
		done
	done
} | sort -s -t: -k2,2n >"$tmp/in"
run nst-skew -v --partial "$tmp/in"
is "$status $(cat "$tmp/err")" "0 nst-skew: $tmp/in: 8 collectives of 16 kernels and calls" 'process groups: two at the same time'
is "$(waits | jq -c '[.[1], .[2]]' | sort | uniq -c | tr -s ' ' | paste -sd ,)" ' 2 [10,1000000], 2 [10,2000000], 2 [10,3000000], 2 [10,4000000], 8 [11,0]' '... with their waits'
is "$(jq -r 'select(.type == "collective").args.group' "$tmp/out" | sort | uniq -c | tr -s ' ' | paste -sd ,)" ' 4 1, 4 2' '... and their groups'
jq -c 'if .type == "kernel" then del(.args) else . end' "$tmp/in" >"$tmp/bare"
run nst-skew --partial "$tmp/bare"
is "$(jq -s 'map(select(.type == "collective")) | length' "$tmp/out")" 4 '... of which times alone find half'

# Each of two ranks lost a collective: the second of rank 0 and the third of rank 1 run at the same
# time.
{
	ranks 0 1
	for n in 1 2 4 5; do
		told $((n * 1000000)) 500000 10 7 "$(group 0 '0, 1' allreduce ",\"Seq\":$n")"
	done
	for n in 1 3 4 5; do
		told $(((n - (n == 3)) * 1000000 + 1000)) 499000 11 7 "$(group 0 '0, 1' allreduce ",\"Seq\":$n")"
	done
} | sort -s -t: -k2,2n >"$tmp/in"
run nst-skew --partial "$tmp/in"
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 3 collectives of 6 kernels and calls; left alone: 2 without the part of some rank" 'Seq: one number, one collective'
is "$(jq -c 'select(.type == "collective").args | [.group, .seq, .spread]' "$tmp/out" | paste -sd ' ')" '["0",1,1000] ["0",4,1000] ["0",5,1000]' '... which has it'

# Clocks that are 300 us apart.
{
	ranks 0 1
	for n in 1 2; do
		told $((n * 1000000)) 500000 10 7 "$(group 0 '0, 1' allreduce ",\"Seq\":$n")"
		told $((n * 1000000 + 300000)) 500000 11 7 "$(group 0 '0, 1' allreduce ",\"Seq\":$n")"
	done
} | sort -s -t: -k2,2n >"$tmp/in"
run nst-skew --partial "$tmp/in"
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 0 collectives of 0 kernels and calls; left alone: 4 of the same number that end farther apart than --apart" 'Seq: clocks that are apart'
run nst-skew --partial -v --apart 300us "$tmp/in"
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 2 collectives of 4 kernels and calls" '... and --apart'

# Ranks 0 and 2 send to rank 1 at the same time. Kernels tell the group, and operators who sends to
# whom. Seq counts what a process sent and received.
message() { # SECONDS RANK OPERATION PEER SEQ WAIT
	id=$(($1 * 10 + $5))
	[ "$3" = send ] && peer='Dst Rank' || peer='Src Rank'
	printf '{"ts":%d,"dur":10,"type":"nvtx","name":"record_param_comms","pid":%d,"tid":1,"args":{"External id":%d,%s,"%s":%d,"Seq":%d}}\n' \
		$(($1 * 1000000000)) $((10 + $2)) $id "$(group 5 '0, 1, 2' "$3" '')" "$peer" "$4" "$5"
	told $(($1 * 1000000000 + 2000000 - $6)) $((1000000 + $6)) $((10 + $2)) 7 "\"External id\":$id,$(group 5 '0, 1, 2' "$3" '')"
}
{
	ranks 0 1 2
	for n in 1 2 3; do
		message $n 0 send 1 $n 100000
		message $n 1 recv 0 $((2 * n)) 0
		message $n 2 send 1 $n 200000
		message $n 1 recv 2 $((2 * n + 1)) 0
	done
	message 4 0 send 2 4 0
} | sort -s -t: -k2,2n >"$tmp/in"
run nst-skew --partial "$tmp/in"
is "$(waits | jq -c '[.[1], .[2]]' | sort | uniq -c | tr -s ' ' | paste -sd ,)" ' 3 [10,100000], 6 [11,0], 3 [12,200000]' 'sends and receives'
is "$(cat "$tmp/err")" "nst-skew: $tmp/in: 6 collectives of 12 kernels and calls; left alone: 1 on streams without partners" '... and one without a receive'
grep -v '"meta"' "$tmp/in" >"$tmp/unranked"
run nst-skew --partial "$tmp/unranked"
is "$(cat "$tmp/err")" "nst-skew: $tmp/unranked: 0 collectives of 0 kernels and calls; left alone: 13 on streams without partners" '... which need ranks'

# In a group of two, the peers are known without their numbers.
{
	told 1000 500 10 7 "$(group 6 '4, 9' send '')"
	told 1200 300 11 7 "$(group 6 '4, 9' recv '')"
} >"$tmp/in"
run nst-skew --partial "$tmp/in"
is "$(waits | jq -c '[.[1], .[2]]' | paste -sd ' ')" '[10,200] [11,0]' 'a send and its receive in a group of two'

# A real trace, and a second rank made of it: each kernel starts half its time later and ends with
# that of the first.
: "${KINETO:=../shared/kineto}"
if [ -e "$KINETO/nccl-2streams.json.gz" ]; then
	gzip -dc "$KINETO/nccl-2streams.json.gz" | jq -c '
		.traceEvents |= ([.[] | select(.cat != "kernel" or (.args | has("Collective name") | not))]
			+ ([.[] | select(.cat == "kernel" and (.args | has("Collective name")))] | sort_by(.ts) | to_entries | map(.value.args.Seq = .key + 1 | .value)))' >"$tmp/rank0.json"
	jq -c '.distributedInfo.rank = 1 | .traceEvents |= map(
		(if .args.Seq? then (.dur / 2 | floor) as $late | .ts += $late | .dur -= $late else . end)
		| if (.pid | type) == "number" and .pid > 1000 then .pid += 1 else . end)' "$tmp/rank0.json" >"$tmp/rank1.json"
	nst-merge "$tmp/rank0.json" "$tmp/rank1.json" 2>/dev/null >"$tmp/in"
	run nst-skew "$tmp/in"
	jq -c 'select(.args.Seq?) | [.args.Seq, .args.wait]' "$tmp/out" | sort >"$tmp/got"
	jq -c '.traceEvents[] | select(.args.Seq?) | [.args.Seq, 0], [.args.Seq, (.dur / 2 | floor) * 1000]' "$tmp/rank0.json" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" 'a trace of PyTorch with numbers: each waits as long as it was made to'
	ok '... there are some' test -s "$tmp/want"
else
	report 0 'a trace of PyTorch # SKIP ../shared/kineto is absent'
fi

# Two ranks of 128, whose traces were sampled: three sends and receives are of both.
if [ -e "$KINETO/sampled-rank-0.json.gz" ]; then
	nst-merge "$KINETO/sampled-rank-0.json.gz" "$KINETO/sampled-rank-1.json.gz" 2>/dev/null | nst-link 2>/dev/null >"$tmp/in"
	run nst-skew "$tmp/in"
	sed -n 's/^{"ts":\([0-9]*\),.*"type":"kernel".*"wait":\([0-9]*\),.*/\1 \2/p' "$tmp/out" | sort >"$tmp/got"
	# kernels of one name, on streams of one number, whose ends are within 200 us; at least
	# three of a stream
	sqlite3 :memory: '.mode ascii' '.separator "\001" "\n"' 'CREATE TABLE raw(line TEXT)' ".import $tmp/in raw" '.mode list' '.separator " "' "
		CREATE TABLE k AS SELECT line ->> 'ts' AS ts, (line ->> 'ts') + (line ->> 'dur') AS last, line ->> 'pid' AS pid, line ->> 'stream' AS stream
			FROM raw WHERE line ->> 'type' = 'kernel' AND line ->> 'name' LIKE 'nccl%SendRecv%';
		CREATE TABLE pair AS SELECT a.ts AS one, b.ts AS two, max(a.ts, b.ts) AS late, a.stream AS stream
			FROM k a JOIN k b ON a.pid < b.pid AND a.stream = b.stream AND abs(a.last - b.last) <= 200000;
		CREATE TABLE often AS SELECT * FROM pair WHERE stream IN (SELECT stream FROM pair GROUP BY stream HAVING count(*) >= 3);
		SELECT one, late - one FROM often UNION ALL SELECT two, late - two FROM often;" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" 'two sampled ranks: waits as SQL finds them'
	is "$(wc -l <"$tmp/want")" 6 '... of three collectives'
else
	report 0 'two sampled ranks # SKIP ../shared/kineto is absent'
fi
finish
