#!/bin/sh
# SPDX-License-Identifier: MIT
# Which call launched a GPU event depends on the calls with its id alone: events of another process
# change no link of this one.
. tests/tap.sh

# A kernel of another process, which has no call, is before the kernel at 15; a second call with its
# id is at 16.
cat >"$tmp/in" <<'END'
{"ts":4,"dur":1,"type":"cuda-api","name":"first","pid":1,"tid":1,"corr":2}
{"ts":10,"dur":1,"type":"kernel","name":"stray","pid":3,"device":0,"corr":3}
{"ts":15,"dur":1,"type":"kernel","name":"k","pid":1,"device":0,"corr":2}
{"ts":16,"dur":1,"type":"cuda-api","name":"second","pid":1,"tid":2,"corr":2}
END
nst-link --partial "$tmp/in" >"$tmp/out"
is "$(jq -r 'select(.name == "k").launch | "\(.ts) \(.name)"' "$tmp/out")" '4 first' 'the last call before an event counts, although an event before it waits'
sed 1d "$tmp/in" >"$tmp/late"
echo '{"ts":17,"dur":1,"type":"cuda-api","name":"third","pid":1,"tid":2,"corr":2}' >>"$tmp/late"
nst-link --partial "$tmp/late" >"$tmp/out"
is "$(jq -r 'select(.name == "k").launch | "\(.ts) \(.name)"' "$tmp/out")" '16 second' 'else the first one behind it'

# stream SEED: events of the processes 1 and 2 in order of time, few ids, times that are often
# equal, and distances around a millisecond.
stream() {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		split("0 0 1 1 2 5 400000 999999 1000000 1000001", steps, " ")
		for (n = 20 + int(rand() * 40); n > 0; n--) {
			ts += steps[1 + int(rand() * 10)]
			pid = 1 + int(rand() * 2)
			corr = int(rand() * 4)
			kind = int(rand() * 10)
			if (kind < 4)
				printf "{\"ts\":%d,\"dur\":%d,\"type\":\"cuda-api\",\"name\":\"c%d\",\"pid\":%d,\"tid\":%d,\"corr\":%d}\n", ts, int(rand() * 3), n, pid, 1 + int(rand() * 2), corr
			else if (kind < 8)
				printf "{\"ts\":%d,\"dur\":1,\"type\":\"kernel\",\"name\":\"k%d\",\"pid\":%d,\"device\":0,\"corr\":%d}\n", ts, n, pid, corr
			else
				printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"r%d\",\"pid\":%d,\"tid\":%d}\n", ts, int(rand() * 1000000), n, pid, 1 + int(rand() * 2)
		}
	}'
}

# The rule of nst-link(1), for each kernel a search in all calls: the last call before it in the
# stream, else the first one behind it if that begins up to a millisecond later.
cat >"$tmp/model.jq" <<'END'
to_entries as $all | $all[] | select(.value.type == "kernel") | .key as $at | .value as $k |
[$all[] | select(.value.type == "cuda-api" and .value.pid == $k.pid and .value.corr == $k.corr and $k.corr != 0)] as $calls |
([$calls[] | select(.key < $at)] | last) // ([$calls[] | select(.key > $at)] | first | if . and .value.ts - $k.ts <= 1000000 then . else null end) |
[$k.name, if . then .value.ts, .value.name, .value.tid else null end]
END
links='select(.type == "kernel") | [.name, if .launch then .launch.ts, .launch.name, .launch.tid else null end]'
wrong='' changed='' linked=0
for seed in $(seq 1 150); do
	chosen || continue
	stream "$seed" >"$tmp/both"
	grep '"pid":1' "$tmp/both" >"$tmp/alone"
	nst-link --partial "$tmp/both" >"$tmp/both.linked" 2>/dev/null # what threads wait for is no matter here
	nst-link --partial "$tmp/alone" >"$tmp/alone.linked" 2>/dev/null
	jq -sc -f "$tmp/model.jq" "$tmp/both" >"$tmp/want"
	jq -c "$links" "$tmp/both.linked" >"$tmp/got"
	cmp -s "$tmp/got" "$tmp/want" || wrong="$wrong $seed"
	linked=$((linked + $(grep -vc null "$tmp/got")))
	# Everything of process 1, ranges on the GPU too.
	grep '"pid":1,' "$tmp/both.linked" >"$tmp/got"
	cmp -s "$tmp/got" "$tmp/alone.linked" || changed="$changed $seed"
done
is "$wrong" '' 'random streams: each kernel has the call that a search in all calls finds'
is "$changed" '' 'random streams: the links of a process are the same without the other process'
ok 'and many kernels are linked' test "$linked" -gt $((1000 / EVERY))
finish
