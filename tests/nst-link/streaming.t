#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-link passes events on as they come: in their places, before the input ends, and in a memory
# that does not grow with what it need not know.
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null >"$tmp/dump"
nst-link "$tmp/dump" >"$tmp/linked" 2>"$tmp/err"
sed -e '$d' "$tmp/dump" >"$tmp/want"
sed -e '$d' -e '1s/,"linked":true//' -e '/"type":"[a-z]*-kernel"/d' -e 's/,"launch":{.*$/}/' "$tmp/linked" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'without what it adds, the output is the input, line by line'
is "$(grep -n '"type":"[a-z]*-kernel"' "$tmp/linked" | cut -d: -f1)" "$(seq $(($(wc -l <"$tmp/dump"))) $(($(wc -l <"$tmp/linked") - 1)))" \
	'projected ranges come behind all that, before the end record'
grep '"type":"[a-z]*-kernel"' "$tmp/linked" | cut -d: -f2 | cut -d, -f1 >"$tmp/got"
sort -n "$tmp/got" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'in the order of their times'

# Four megabytes later the first event must have come out, although the input is still open.
mkfifo "$tmp/pipe"
nst-link <"$tmp/pipe" >"$tmp/out" 2>/dev/null &
exec 3>"$tmp/pipe"
awk 'BEGIN {
	print "{\"ts\":0,\"dur\":2,\"type\":\"cuda-api\",\"name\":\"call\",\"pid\":1,\"tid\":1,\"corr\":1}"
	print "{\"ts\":1,\"dur\":2,\"type\":\"kernel\",\"name\":\"early\",\"pid\":1,\"device\":0,\"corr\":1}"
	while (i++ < 40000) printf "{\"ts\":%d,\"dur\":1,\"type\":\"osrt\",\"name\":\"read\",\"pid\":1,\"tid\":1,\"args\":{\"text\":\"something to fill the buffer with\"}}\n", i
}' >&3
i=0
while [ "$i" -lt 100 ] && ! grep -q '"early".*"launch":{"ts":0' "$tmp/out"; do
	sleep 0.05
	i=$((i + 1))
done
ok 'a GPU event comes out while the input goes on' test "$i" -lt 100
exec 3>&-
ok 'and it ends when the input does' wait $!

# late NS: a kernel, 10,000 other events, and its call NS after the kernel. Prints whether the
# kernel was linked, and the number of lines.
late() {
	awk -v late="$1" 'BEGIN {
		print "{\"ts\":0,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":1,\"device\":0,\"corr\":1}"
		while (i++ < 10000) print "{\"ts\":1,\"type\":\"osrt\"}"
		printf "{\"ts\":%d,\"dur\":2,\"type\":\"cuda-api\",\"name\":\"call\",\"pid\":1,\"tid\":1,\"corr\":1}\n", late
	}' | nst-link --partial | sed -n '1s/.*"launch".*/linked/p; $=' | paste -sd ' ' -
}
is "$(late 1000000)" 'linked 10002' 'an event waits a millisecond for its call, however many events are between'
is "$(late 1000001)" '10002' 'and no longer'

# many FORMAT [NS]: half a million lines, 30 MB and more, NS or 1 ns after each other; %d is the
# number of the line.
many() {
	awk -v format="$1" -v distance="${2-1}" 'BEGIN { while (i++ < 500000) printf "{\"ts\":%d,\"dur\":1," format "}\n", i * distance, i }'
}

# small DESCRIPTION FORMAT [NS]: linking those takes less than 16 MB.
small() {
	many "$2" "${3-1}" | (
		# Elsewhere the limit is not set, and the test says so.
		# shellcheck disable=SC3045 # where the shell has it
		ulimit -v 16000
		nst-link 2>"$tmp/err" | tail -n 1 >"$tmp/out"
	)
	is "$(cut -c1-12 "$tmp/out"; grep -v 'no call of CUDA is in the stream' "$tmp/err")" \
		'{"ts":500000' "$1"
}

case $BUILD in
*/sanitize) report 0 'memory # SKIP the sanitizer has its own' ;;
*)
	long=a_name_that_is_so_long_that_half_a_million_of_them_fill_more_memory_than_there_is
	small 'events it need not know take no memory' "\"type\":\"osrt\",\"name\":\"${long}_%d\",\"pid\":1,\"tid\":1"
	small 'ranges without calls take no memory' '"type":"nvtx","name":"range","pid":1,"tid":1,"mine":%d'
	small 'nor do their names' "\"type\":\"nvtx\",\"name\":\"${long}_%d\",\"pid\":1,\"tid\":1"
	small 'nor do GPU events without a call' "\"type\":\"kernel\",\"name\":\"${long}_%d\",\"pid\":1,\"device\":0,\"corr\":1" 1000
	;;
esac

finish
