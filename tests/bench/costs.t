#!/bin/sh
# SPDX-License-Identifier: MIT
# What programs cost as streams grow: twice the names, steps, processes, threads or nested ranges
# take at most 2.3 times the instructions, as callgrind counts them.
. tests/tap.sh

command -v valgrind >/dev/null || skipall 'valgrind is not installed'
! readelf -W -s "$BUILD/bin/nst-sum" | grep -q __asan_init ||
	skipall 'these programs have AddressSanitizer in them'

# stream WHAT N: a stream with N of something. Each launch is a call with a kernel behind it.
stream() {
	awk -v what="$1" -v n="$2" '
	function launch(name, pid, tid) {
		corr++
		printf "{\"ts\":%d,\"dur\":5,\"type\":\"cuda-api\",\"name\":\"cudaLaunchKernel\",\"pid\":%d,\"tid\":%d,\"corr\":%d}\n", t, pid, tid, corr
		printf "{\"ts\":%d,\"dur\":20,\"type\":\"kernel\",\"name\":\"%s\",\"pid\":%d,\"gpu\":0,\"device\":0,\"context\":1,\"stream\":7,\"corr\":%d}\n", t + 8, name, pid, corr
		t += 40
		events += 2
	}
	function range(name, pid, tid, dur) {
		printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"%s\",\"pid\":%d,\"tid\":%d}\n", t++, dur, name, pid, tid
		events++
	}
	function process(pid) {
		printf "{\"ts\":%d,\"type\":\"meta\",\"name\":\"process\",\"pid\":%d,\"args\":{\"name\":\"p\",\"rank\":%d}}\n", t, pid, pid
		events++
	}
	BEGIN {
		t = 1
		print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"utc\":1700000000000000000}"
		if (what == "nested")
			for (i = 0; i < n; i++)
				range("range " i, 1, 1, 20000 - 2 * i)
		for (i = 0; i < (what == "nested" ? 100 : n); i++)
			if (what == "names") {
				range("range " i, 1, 1, 30)
				launch("kernel " i, 1, 1)
			} else if (what == "steps") {
				range("ProfilerStep#" i, 1, 1, 130)
				for (j = 0; j < 3; j++)
					launch("kernel " j, 1, 1)
			} else if (what == "processes") {
				process(i + 1)
				launch("kernel", i + 1, i + 1)
			} else if (what == "threads") {
				range("range", 1, i + 1, 35)
				launch("kernel", 1, i + 1)
			} else
				launch("kernel", 1, 1)
		printf "{\"ts\":%d,\"type\":\"end\",\"events\":%d}\n", t, events
	}'
}

# instructions COMMAND...: the number that a command takes; 0 if it fails.
instructions() {
	valgrind --tool=callgrind --callgrind-out-file=/dev/null "$@" >"$tmp/out" 2>"$tmp/err" ||
		{ echo 0; return; }
	sed -n 's/.*Collected : //p' "$tmp/err"
}

# costs WHAT: runs the programs on N and on twice as many.
costs() {
	for half in one two; do
		nst-step "$tmp/$half.linked" >"$tmp/$half.stepped" 2>"$tmp/err"
		nst-state "$tmp/$half.stepped" >"$tmp/$half.stated" 2>>"$tmp/err"
	done
	while read -r program input; do
		chosen || continue
		# shellcheck disable=SC2046,SC2086 # words
		one=$(instructions $program $(echo "$input" | sed "s,@,$tmp/one,g"))
		# shellcheck disable=SC2046,SC2086 # words
		two=$(instructions $program $(echo "$input" | sed "s,@,$tmp/two,g"))
		ok "$1: $program: $one instructions, then $two" \
			test "$one" -gt 0 -a "$two" -gt 0 -a $((two * 10)) -le $((one * 23))
	done <<END
nst-link @.dumped
nst-step @.linked
nst-state @.stepped
nst-filter --type kernel @.stated
nst-sum @.stated
nst-sum --by type,name,step @.stepped
nst-diff @.stepped @.stated
nst-fold @.stated
nst-chrome @.stated
nst-perfetto @.stated
nst-page @.stated
nst-skew @.stepped
nst-path @.stepped
nst-replay @.stepped
nst-scrub @.stated
nst-merge @.dumped @.dumped
END
}

for what in names/500 steps/250 processes/150 threads/400 nested/150; do
	n=${what#*/}
	stream "${what%/*}" "$n" >"$tmp/one.dumped"
	stream "${what%/*}" $((2 * n)) >"$tmp/two.dumped"
	for half in one two; do
		nst-link "$tmp/$half.dumped" >"$tmp/$half.linked"
	done
	costs "${what%/*}"
done
finish
