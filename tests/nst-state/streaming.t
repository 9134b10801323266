#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-state passes events on as soon as the states before them are known, and needs memory for what
# waits, not for what has passed.
. tests/tap.sh

# Four megabytes later the first events must have come out, although the input is still open.
mkfifo "$tmp/pipe"
nst-state --partial <"$tmp/pipe" >"$tmp/out" 2>/dev/null &
exec 3>"$tmp/pipe"
awk 'BEGIN {
	while (i++ < 40000)
		printf "{\"ts\":%d,\"dur\":5,\"type\":\"kernel\",\"name\":\"k%d\",\"pid\":1,\"device\":0,\"args\":{\"text\":\"something to fill the buffer with\"}}\n", i * 10, i % 9
}' >&3
i=0
while [ "$i" -lt 100 ] && ! grep -q '"ts":15,"dur":5,"type":"gpu-state","name":"idle"' "$tmp/out"; do
	sleep 0.05
	i=$((i + 1))
done
ok 'a state comes out while the input goes on' test "$i" -lt 100
exec 3>&-
ok 'and it ends when the input does' wait $!

# many COUNT FORMAT: so many lines; %1$d is the number of the line. Each tenth is a kernel.
many() {
	awk -v count="$1" -v format="$2" 'BEGIN {
		while (i++ < count)
			if (i % 10)
				printf "{\"ts\":%d,\"dur\":1," format "}\n", i, i
			else
				printf "{\"ts\":%d,\"dur\":5,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"launch\":{\"ts\":%d,\"dur\":1,\"tid\":1}}\n", i, i - 2
	}'
}

# within KIB: runs nst-state in so much memory, where the shell can say so.
within() {
	# shellcheck disable=SC3045 # elsewhere the limit is not set
	(ulimit -v "$1" && nst-state --partial 2>"$tmp/err") 2>/dev/null
}

# small DESCRIPTION FORMAT: half a million of those take less than 16 MB.
small() {
	many 500000 "$2" | within 16000 | grep -v '"type":"gpu-state"' | tail -n 1 >"$tmp/out"
	is "$(cut -c1-12 "$tmp/out"; grep -v 'no calls of CUDA' "$tmp/err")" '{"ts":500000' "$1"
}

# idle LINES: a GPU works, then there are so many other events, and it works again.
idle() {
	awk -v lines="$1" 'BEGIN {
		kernel = "\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"launch\":{\"ts\":%d,\"dur\":1,\"tid\":1,\"name\":\"f\"}}\n"
		printf "{\"ts\":0,\"dur\":1," kernel, 0
		print "{\"ts\":5,\"dur\":" lines ",\"type\":\"cuda-api\",\"name\":\"cudaFree_v3020\",\"pid\":1,\"tid\":1,\"corr\":1}"
		while (i++ < lines) printf "{\"ts\":%d,\"dur\":1,\"type\":\"osrt\",\"name\":\"read\",\"pid\":1,\"tid\":2,\"args\":{\"text\":\"fill\"}}\n", i * 2 + 10
		printf "{\"ts\":%d,\"dur\":1," kernel, i * 2 + 11, i * 2 + 10
	}'
}

case $BUILD in
*/sanitize) report 0 'memory # SKIP the sanitizer has its own' ;;
*)
	long=a_name_that_is_so_long_that_half_a_million_of_them_fill_more_memory_than_there_is
	small 'calls that have passed take no memory' '"type":"cuda-api","name":"call","pid":1,"tid":1,"mine":%d'
	small 'nor do their names' "\"type\":\"osrt\",\"name\":\"${long}_%d\",\"pid\":1,\"tid\":1"
	small 'nor do ranges' "\"type\":\"nvtx\",\"name\":\"${long}_%d\",\"pid\":1,\"tid\":1"
	small 'nor waits of streams' '"type":"cuda-sync","name":"Stream wait event","pid":1,"context":1,"stream":7,"mine":%d'

	idle 100000 | nst-state --partial >"$tmp/out" 2>"$tmp/err"
	is "$(cat "$tmp/err")" '' 'a GPU idle for 100,000 events: no word'
	is "$(sed -n 3p "$tmp/out")" '{"ts":1,"dur":200012,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"host","kind":"thread","blame":"thread 1","tid":1,"before_call":200011,"in_call":1,"after_call":0}}' 'and the state in its place'
	idle 1000000 | within 100000 >"$tmp/out"
	is "$(cat "$tmp/err")" "nst-state: stdin: 1 long states are behind later events, the first at ts 1: sort -s -t: -k2,2n puts them in their places" 'for a million: it is said'
	is "$(grep -n '"idle"' "$tmp/out" | cut -d: -f1) $(wc -l <"$tmp/out")" '1000003 1000006' 'and the state stands where it ended'
	sort -s -t: -k2,2n "$tmp/out" | grep '"gpu-state"' | jq -c '[.ts, .dur]' >"$tmp/got"
	printf '%s\n' '[0,1]' '[1,2000012]' '[2000013,1]' >"$tmp/want"
	same "$tmp/got" "$tmp/want" 'all the time is there'
	;;
esac

# More calls in one idle time than are kept: the last count, and that is said.
awk 'BEGIN {
	print "{\"ts\":0,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0}"
	print "{\"ts\":1,\"dur\":900000,\"type\":\"cuda-api\",\"name\":\"long\",\"pid\":1,\"tid\":1}"
	while (i++ < 70000) printf "{\"ts\":%d,\"dur\":5,\"type\":\"cuda-api\",\"name\":\"f%d\",\"pid\":1,\"tid\":1}\n", 900000 + i * 10, i % 2
	print "{\"ts\":2000000,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"launch\":{\"ts\":1600009,\"dur\":1,\"tid\":1,\"name\":\"f\"}}"
}' | nst-state --partial 2>"$tmp/err" | grep -c '"blame":"thread 1"' >"$tmp/out"
is "$(cat "$tmp/out" "$tmp/err")" "1
nst-state: stdin: idle times in which a thread was in more than 65536 calls or ranges (1): the last of them count" 'more calls than are kept'

# calls COUNT: a GPU that begins after so many calls.
calls() {
	awk -v count="$1" 'BEGIN {
		while (i++ < count) printf "{\"ts\":%d,\"dur\":9,\"type\":\"cuda-api\",\"name\":\"f%d\",\"pid\":1,\"tid\":1}\n", i * 10, i % 2
		printf "{\"ts\":%d,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"launch\":{\"ts\":%d,\"dur\":1,\"tid\":1,\"name\":\"f\"}}\n", i * 10 + 1, i * 10
	}' | nst-state --partial | tail -n 1 | jq -c '[.name, .args.cause, .args.kind, .args.tid, .args.before_call + .args.in_call + .args.after_call == .dur]'
}
is "$(calls 65536)" '["before","host","cuda",1,true]' 'as many calls before the first work of a GPU as are kept'
is "$(calls 65540)" '["before","host",null,1,true]' 'more of them: the host was late, and nothing is to blame'

finish
