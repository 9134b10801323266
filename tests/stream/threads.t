#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs that read a stream with one processor and with eight, where a second thread reads ahead,
# and others format a trace: the same output, the same messages.
. tests/tap.sh

! grep -q __asan_init "$BUILD/bin/nst-chrome" ||
	skipall 'a sanitizer has to be loaded before all else'

# on CORES COMMAND...: runs a command with a number of processors.
on() {
	cores=$1
	shift
	LD_PRELOAD=$BUILD/faults/fault.so FAULT_CORES=$cores "$@"
}

# twice DESCRIPTION COMMAND...: one processor and eight give the same output, messages and status.
twice() {
	what=$1
	shift
	run on 1 "$@"
	cp "$tmp/out" "$tmp/want"
	want="$status $(cat "$tmp/err")"
	run on 8 "$@"
	same "$tmp/out" "$tmp/want" "$what"
	is "$status $(cat "$tmp/err")" "$want" '... and the same messages'
}

# stream COUNT: events. Each 6000 of them begin on a new thread with a name, and end with a change
# of one kind: another thread or process, another counter, a GPU, or a name of a GPU. They begin
# with a range that is never closed, so the mark after the half of them is the first item of a track
# that exists.
stream() {
	echo '{"ts":0,"type":"header","version":1,"ordered":true}'
	awk -v count="$1" 'BEGIN {
	for (i = 0; i < count; i++) {
		ts = 1000 + i * 100
		part = int(i / 6000)
		late = i % 6000 > 5900 ? part : 0
		pid = 10 + (part % 8 == 4 && late ? 1000 : 0)
		tid = 100 + part + (part % 4 == 0 && late ? 1000 : 0)
		counter = part % 4 == 1 ? late : 0
		gpu = part % 4 == 2 ? late : 0
		if (i % 6000 == 0) {
			printf "{\"ts\":%d,\"type\":\"meta\",\"name\":\"thread\",\"pid\":10,\"tid\":%d,\"args\":{\"name\":\"worker %d\"}}\n", ts, tid, part
			printf "{\"ts\":%d,\"type\":\"nvtx\",\"name\":\"open %d\",\"pid\":10,\"tid\":%d,\"open\":true}\n", ts, part, tid
		}
		if (i % 6000 == 3000)
			printf "{\"ts\":%d,\"type\":\"nvtx\",\"name\":\"mark\",\"pid\":10,\"tid\":%d}\n", ts, tid
		if (i % 6000 == 5950 && part % 4 == 3)
			printf "{\"ts\":%d,\"type\":\"meta\",\"name\":\"device\",\"pid\":10,\"device\":%d,\"args\":{\"gpu\":%d,\"name\":\"H100\",\"chip\":\"GH100\"}}\n", ts, part, part
		if (i % 7 == 0)
			printf "{\"ts\":%d,\"type\":\"sched\",\"name\":\"sched-%s\",\"pid\":10,\"tid\":%d,\"args\":{\"state\":\"S%d\",\"block\":\"futex\"}}\n", ts, (i % 14 ? "out" : "in"), 100 + part, i
		else if (i % 11 == 0)
			printf "{\"ts\":%d,\"type\":\"gpu-metric\",\"name\":\"SMs active %d [%%]\",\"device\":0,\"value\":%d,\"args\":{\"unit\":\"%%\"}}\n", ts, counter, i % 100
		else if (i % 17 == 0)
			printf "{\"ts\":%d,\"dur\":40,\"type\":\"osrt\",\"name\":\"read\",\"pid\":10,\"tid\":%d,\"args\":{\"return\":%d,\"stack\":[{\"symbol\":\"f%d\",\"module\":\"m\"},{\"symbol\":\"g\",\"module\":\"m\"}]}}\n", ts, 100 + part, i, i % 50
		else if (i % 19 == 0)
			printf "{\"ts\":%d,\"dur\":40,\"type\":\"nvtx\",\"name\":\"nested\",\"pid\":10,\"tid\":%d,\"args\":{\"seq\":%d,\"copies\":\"a\",\"payload\":%s,\"text\":\"t%d\",\"op_id\":%d}}\n", ts, 2000 + part, i, (i % 38 ? "[1]" : "{\"b\":null,\"c\":[{\"d\":1},2]}"), i % 3, i
		else if (i % 23 == 0)
			printf "{\"ts\":%d,\"dur\":40,\"type\":\"nvtx\",\"name\":\"flat\",\"pid\":10,\"tid\":%d,\"args\":{\"seq\":%d,\"text\":\"t%d%*s\",\"copies\":null,\"ok\":true}}\n", ts, 2000 + part, i, i % 3, i % 46 ? 9 : 1900, ""
		else if (i % 3 == 0)
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"range %d\",\"pid\":%d,\"tid\":%d,\"domain\":\"domain %d\",\"args\":{\"color\":\"#%06x\"}}\n", ts, i % 350, i, pid, tid, i % 4, i
		else if (i % 3 == 1)
			printf "{\"ts\":%d,\"dur\":50,\"type\":\"cuda-api\",\"name\":\"cudaLaunchKernel\",\"pid\":10,\"tid\":%d,\"corr\":%d}\n", ts, 100 + part, i
		else
			printf "{\"ts\":%d,\"dur\":%d,\"type\":\"kernel\",\"name\":\"void gemm<%d>(int)\",\"pid\":10,\"device\":%d,\"stream\":%d,\"corr\":%d,\"args\":{\"grid\":[%d,1,1],\"block\":[128,1,1],\"registers\":32,\"demangled\":\"void long::name::of::a::kernel<%d>(int)\",\"grid_id\":%d}}\n", ts, i % 500, i % 5, gpu, 7 + i % 2, i - 1, i % 9 + 1, i % 5, i
	}
	printf "{\"ts\":%d,\"type\":\"end\"}\n", ts }'
}

stream 60000 >"$tmp/in"
cp "$tmp/in" "$tmp/early"
sed -i '45000s/.*/{"ts":-5,"dur":1,"type":"nvtx","name":"early","pid":10,"tid":1}/' "$tmp/early"
head -c 5000000 "$tmp/in" >"$tmp/cut"
nst-link "$tmp/in" >"$tmp/linked" 2>"$tmp/err"
for viewer in $viewers; do
	twice "$viewer" $viewer "$tmp/in"
	twice "$viewer of a linked stream" $viewer "$tmp/linked"
	twice "$viewer of an event before the origin" $viewer "$tmp/early"
	twice "$viewer of a cut stream" $viewer "$tmp/cut"
	on 1 $viewer "$tmp/in" >"$tmp/want" 2>/dev/null
	for cores in 3 4 12; do
		on $cores $viewer "$tmp/in" >"$tmp/out" 2>/dev/null
		same "$tmp/out" "$tmp/want" "$viewer, $cores processors"
	done
	for option in '--names template' '--names short' --no-domains; do
		# shellcheck disable=SC2086 # options
		twice "$viewer $option" $viewer $option "$tmp/in"
	done
	twice "$viewer into a full disk" sh -c '"$@" >/dev/full' - $viewer "$tmp/in"
	is "$status" 1 '... which fails'
	run on 8 sh -c '"$@" | head -c 100000 >"$0"' "$tmp/part" $viewer "$tmp/in"
	is "$status $(cat "$tmp/err")" '0 ' "$viewer into a closed pipe"
done
for option in --object --kineto --labels; do
	# shellcheck disable=SC2086 # options
	twice "nst-chrome $option" nst-chrome $option "$tmp/in"
	twice "nst-chrome $option of a cut stream" nst-chrome $option "$tmp/cut"
done
for option in --render-stages '--min-activity 1%' --no-flows --plain; do
	# shellcheck disable=SC2086 # options
	twice "nst-perfetto $option" nst-perfetto $option "$tmp/linked"
done

# Other programs, and inputs that are damaged behind the part that the first thread reads.
sed '45000s/.*/{"ts":5,/' "$tmp/in" >"$tmp/bad"
sed '45000s/.*/{"ts":0,"type":"failed"}/' "$tmp/in" >"$tmp/failed"
sed '45000s/.*//; 45001s/.*/   /; 45005s/^/  /; 45010s/"pid":10/"pid":null/' "$tmp/in" >"$tmp/blank"
head -c 5000001 "$tmp/in" >"$tmp/odd"
cat "$tmp/in" "$tmp/in" >"$tmp/two"
gzip -c "$tmp/in" >"$tmp/in.gz"
head -c 300000 "$tmp/in.gz" >"$tmp/cut.gz"
awk 'NR == 30000 { printf "{\"ts\":3001000,\"type\":\"nvtx-mark\",\"name\":\""
	for (i = 0; i < 200000; i++) printf "0123456789"
	print "\",\"pid\":10,\"tid\":100}" } { print }' "$tmp/in" >"$tmp/long"
for input in in bad failed blank cut odd two long in.gz cut.gz; do
	for program in nst-link nst-sum 'nst-step --auto' nst-state 'nst-filter --from +1ms --to +2ms' \
		'nst-filter --type kernel' nst-fold 'nst-answer --about overview'; do
		# shellcheck disable=SC2086 # options
		twice "$program of $input" $program "$tmp/$input"
	done
done
# Once all values of an option were seen, lines behind the window are not parsed, whatever the
# thread that reads ahead has seen of them.
line=$(grep -n '"pid":1010' "$tmp/in" | head -n 1 | cut -d : -f 1)
sed "$((line + 20))s/.*/{\"ts\":2999000,\"dur\":5,\"type\":\"nvtx\",\"name\":}/" "$tmp/in" >"$tmp/behind"
twice 'a bad line behind a window' nst-filter --to 2991200ns --pid 10,1010 "$tmp/behind"
is "$status" 0 '... is passed over'
sed "$((line + 40))s/.*/garbage/" "$tmp/behind" >"$tmp/worse"
twice '... and a worse one is told' nst-filter --to 2991200ns --pid 10,1010 "$tmp/worse"
is "$status" 1 '... with the status of a failure'
twice 'a bad line in a window' nst-filter --to 3ms --pid 10,1010 "$tmp/behind"
is "$status" 1 '... is told'
for viewer in $viewers; do
	twice "$viewer of a long line" $viewer "$tmp/long"
done
for input in in bad cut; do
	# shellcheck disable=SC2016 # for the other shell
	twice "nst-link of a pipe of $input" sh -c 'cat "$1" | nst-link' - "$tmp/$input"
	# shellcheck disable=SC2016
	twice "... and of two" sh -c 'nst-link "$1" | nst-sum' - "$tmp/$input"
done

# What a user asks about a profile: with eight processors, each program of the chain has a thread.
for question in overview kernels ranges calls idle gaps steps path ranks memory; do
	for format in --all --json --tsv; do
		word=$([ $question = overview ] || echo $question)
		# shellcheck disable=SC2086 # no word for the overview
		twice "nst $word $format" nst $word "$(profile sample)" $format
	done
done
twice 'nst advise' nst advise "$(profile sample)"
ok '... which finds something' grep -q '^ *1\. ' "$tmp/out"
twice 'nst into a full disk' sh -c 'nst "$1" >/dev/full' - "$(profile sample)"
is "$status" 1 '... which fails'

# A slow pipe: the first part is written before the rest comes.
mkfifo "$tmp/fifo"
on 8 nst-filter "$tmp/fifo" >"$tmp/slow" 2>&1 &
{
	head -n 20000 "$tmp/in"
	waits=0
	until [ $waits = 100 ] || [ "$(wc -c <"$tmp/slow")" -gt 0 ]; do
		sleep 0.1
		waits=$((waits + 1))
	done
	wc -c <"$tmp/slow" >"$tmp/early.size"
	tail -n +20001 "$tmp/in"
} >"$tmp/fifo"
wait
nst-filter "$tmp/in" >"$tmp/want"
same "$tmp/slow" "$tmp/want" 'a slow pipe'
ok '... of which the first part was written before the rest came' [ "$(cat "$tmp/early.size")" -gt 0 ]

if command -v strace >/dev/null; then
	threads() {
		on "$1" strace -f -qq -e trace=clone,clone3 -o "$tmp/trace" nst-chrome "$tmp/$2" \
			>/dev/null 2>&1
		grep -c CLONE_THREAD "$tmp/trace"
	}
	stream 300 >"$tmp/short"
	is "$(threads 12 in) $(threads 8 in) $(threads 4 in) $(threads 3 in) $(threads 2 in)" \
		'7 5 3 1 0' 'threads that read ahead and format'
	is "$(threads 8 short)" 0 '... but not for a short stream'
else
	skip 'strace is not installed' 'threads'
fi
finish
