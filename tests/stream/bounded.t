#!/bin/sh
# SPDX-License-Identifier: MIT
# Memory: too little of it is a message and status 1, never a signal, and streams made to need much
# need it in proportion to what is alive of them.
# shellcheck disable=SC3045 # ulimit -v, which the shells of all systems that this runs on have
. tests/tap.sh

case $BUILD in
*/sanitize) skipall 'the sanitizer has its own memory' ;;
esac
sample=$(profile sample)
# Where threads read ahead and write traces, each has a stack and a heap in the address space.
two=$([ "$(nproc)" -le 2 ] || echo "$BUILD/faults/fault.so")

# limit KIB: limits the address space of this shell, and the processors of its programs to two.
limit() {
	ulimit -v "$1"
	[ -z "$two" ] || export LD_PRELOAD="$two" FAULT_CORES=2
}

# steps PROGRAM LEAST MOST STEP ARGUMENT...: with each amount of memory, KiB, it does all its work
# or says in one line why not. Below that the system cannot even load it.
steps() {
	program=$1 kib=$2 most=$3 step=$4
	shift 4
	"$program" "$@" >"$tmp/want" 2>"$tmp/said"
	odd='' all=0 none=0
	while [ "$kib" -le "$most" ]; do
		status=0
		(
			limit "$kib"
			exec "$program" "$@" >"$tmp/out" 2>"$tmp/err"
		) 2>"$tmp/shell" || status=$?
		if [ $status -eq 0 ] && cmp -s "$tmp/out" "$tmp/want"; then
			all=$((all + 1))
		elif [ $status -eq 1 ] && [ "$(wc -l <"$tmp/err")" -eq 1 ] && grep -Eq "^$program: .*(out of memory|Cannot allocate memory|cannot start a thread: Resource temporarily unavailable)\$" "$tmp/err" &&
			! grep -q '"type":"end"' "$tmp/out"; then
			none=$((none + 1))
		elif [ $status -ne 127 ]; then
			odd="$odd $kib KiB: $status $(head -c 200 "$tmp/err")"
		fi
		kib=$((kib + step))
	done
	is "$odd" '' "$program $*: all or a message"
	[ $all -gt 0 ] && [ $none -gt 0 ]
	report $? "$program $*: with $none amounts a message, with $all all of it"
}

nst-dump "$sample" >"$tmp/dump" 2>"$tmp/said"
nst-link "$tmp/dump" >"$tmp/linked"
sqlite3 "$tmp/messy.sqlite" 'CREATE TABLE StringIds(id INTEGER PRIMARY KEY, value); CREATE TABLE OSRT_API(start, end, nameId, globalTid);
	INSERT INTO OSRT_API WITH RECURSIVE n(i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n WHERE i < 19999) SELECT i * 7919 % 20000, i * 7919 % 20000 + 5, i, i FROM n;'
steps nst-dump 3000 16000 250 "$sample"
steps nst-dump 5000 90000 5000 -j 3 "$sample"
steps nst-dump 4000 34000 1000 "$tmp/messy.sqlite"
steps nst-link 2000 9000 250 "$tmp/dump"
steps nst-filter 2000 9000 250 --match . --color '{".":"good"}' "$tmp/dump"
for program in $viewers nst-sum; do
	steps $program 2000 9000 250 "$tmp/linked"
done

# within KIB DESCRIPTION COMMAND...: so much memory will do, for a whole stream on standard input.
within() {
	kib=$1 what=$2
	shift 2
	status=0
	(
		limit "$kib"
		exec timeout 60 "$@" >"$tmp/out" 2>"$tmp/err"
	) || status=$?
	is "$status $(grep -v -e 'no call of CUDA is in the stream' \
		-e ": $count streams with less than 1 % of the time of their GPU" "$tmp/err")" '0 ' \
		"$what: ${1##*/} in $kib KiB"
}

# many NAME FORMAT: the stream $tmp/NAME of 100,000 lines; %d is the number of the line, or with a
# third argument of the lines to come, doubled. The lines are $distance ns after each other.
count=100000 distance=1
many() {
	awk -v count=$count -v format="$2" -v down="${3-}" -v distance=$distance 'BEGIN {
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1}"
		while (i++ < count) {
			n = down ? 2 * (count - i) : i
			printf "{\"ts\":%d," format "}\n", i * distance, n, n
		}
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":%d}\n", 3 * count * distance, count
	}' >"$tmp/$1"
}

many threads '"dur":1,"type":"osrt","name":"read","pid":7,"tid":%d'
# nst-link holds GPU events without a call for a millisecond.
distance=1000
many streams '"dur":1,"type":"kernel","name":"k","pid":7,"device":0,"context":1,"stream":%d,"corr":%d'
distance=1
many push '"open":true,"type":"nvtx","name":"r","pid":7,"tid":1'
many start '"open":true,"type":"nvtx","name":"r","pid":7,"tid":1,"endtid":2,"args":{"range_id":%d}'
many nested '"dur":%d,"type":"nvtx","name":"r","pid":7,"tid":1' down
many crossing '"dur":100000,"type":"osrt","name":"r","pid":7,"tid":1'
many names '"dur":1,"type":"osrt","name":"call number %d","pid":7,"tid":1'
many launches '"dur":1,"type":"cuda-api","name":"cudaLaunchKernel","pid":7,"tid":1,"corr":%d'
many domains '"dur":1,"type":"nvtx","name":"r","pid":7,"tid":1,"domain":"d%d"'
many counters '"type":"gpu-metric","name":"m%d","gpu":0,"value":1'
distance=1000
many plain '"dur":1,"type":"kernel","name":"k","pid":7,"device":0,"context":1,"stream":7,"corr":%d'
distance=1

# STREAM PROGRAM BYTES: what is alive of it takes so many bytes a line at most, on top of what the
# program needs for any: nst-perfetto 3 MB more, for the block that another thread compresses, and
# what becomes of it.
while read -r stream program bytes; do
	needs=12000
	[ "$program" != nst-perfetto ] || needs=15000
	within $((needs + count * bytes / 1024)) "100,000 of them: $stream" $program "$tmp/$stream"
done <<END
threads nst-link 0
threads nst-filter 0
threads nst-chrome 2000
threads nst-perfetto 2000
threads nst-sum 0
streams nst-link 0
streams nst-chrome 2000
streams nst-perfetto 2000
streams nst-sum 0
push nst-link 200
push nst-chrome 200
push nst-perfetto 100
push nst-sum 0
start nst-link 0
start nst-chrome 300
start nst-perfetto 100
start nst-sum 0
nested nst-link 150
nested nst-chrome 100
nested nst-perfetto 100
nested nst-sum 0
crossing nst-link 0
crossing nst-chrome 1000
crossing nst-perfetto 1000
names nst-link 0
names nst-chrome 0
names nst-perfetto 0
names nst-sum 1000
launches nst-link 200
launches nst-chrome 0
launches nst-perfetto 0
domains nst-link 100
domains nst-chrome 150
domains nst-perfetto 150
counters nst-link 0
counters nst-chrome 200
counters nst-perfetto 250
plain nst-link 0
plain nst-filter 0
plain nst-chrome 0
plain nst-perfetto 0
plain nst-sum 0
END

# A line is kept whole: it takes less than three times its length, its name in a sum ten times.
{
	printf '%s' '{"ts":1,"dur":1,"type":"kernel","pid":1,"device":0,"stream":1,"name":"'
	head -c 64000000 /dev/zero | tr '\0' x
	echo '"}'
} >"$tmp/long"
for program in $relays $viewers; do
	within 200000 'a line of 64 MB' $program --partial "$tmp/long"
	ok "a line of 64 MB: $program writes it all" test "$(wc -c <"$tmp/out")" -gt 64000000
	(
		limit 60000
		exec "$program" --partial "$tmp/long" >"$tmp/out" 2>"$tmp/err"
	)
	is "$? $(cat "$tmp/err")" "1 $program: out of memory" "a line of 64 MB: $program in 60,000 KiB says why not"
done
within 640000 'a line of 64 MB' nst-sum --partial "$tmp/long"

# deep DEPTH: a line of so many levels.
deep() {
	printf '%s' '{"ts":1,"dur":1,"type":"osrt","name":"x","pid":1,"tid":1,"args":{"a":'
	head -c "$1" /dev/zero | tr '\0' '['
	head -c "$1" /dev/zero | tr '\0' ']'
	echo '}}'
}
deep 10000000 >"$tmp/deep"
for program in $relays $viewers nst-sum; do
	within 100000 'ten million levels' $program --partial "$tmp/deep"
done

finish
