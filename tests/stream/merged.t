#!/bin/sh
# SPDX-License-Identifier: MIT
# Streams of two hosts that number their processes alike are not taken for one process: nst-link and
# the writers refuse them. Others merge as ever.
. tests/tap.sh

# merged FILE...: streams in order of time.
merged() {
	sort -m -s -t: -k2,2n "$@"
}

# stream NAME PID SHIFT: calls of a thread, 8 ns every 10, and what they launch, of a process of
# that name; all is shifted by some ns.
stream() {
	echo '{"ts":0,"type":"stream","format":1}'
	echo "{\"ts\":$((10 + $3)),\"type\":\"meta\",\"name\":\"process\",\"pid\":$2,\"args\":{\"name\":\"$1\"}}"
	for i in 1 2 3; do
		echo "{\"ts\":$((i * 10 + $3)),\"dur\":8,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":$2,\"tid\":$2,\"corr\":$i}"
		echo "{\"ts\":$((i * 10 + 2 + $3)),\"dur\":1,\"type\":\"kernel\",\"name\":\"$1\",\"pid\":$2,\"device\":0,\"stream\":7,\"corr\":$i}"
	done
	echo "{\"ts\":$((32 + $3)),\"type\":\"end\",\"events\":7}"
}

# refused DESCRIPTION REASON: the merged stream $tmp/merged is, by all who must.
refused() {
	for program in nst-link nst-chrome nst-perfetto; do
		run $program "$tmp/merged"
		is "$status $(tail -n 1 "$tmp/err" | sed 's/^[^ ]*: [^ ]*: //')" "1 2 streams, and in two of them process 5 is not the same: $2: merge with nst-merge, which tells them apart" "$1: $program"
	done
}

stream python 5 0 >"$tmp/a"
stream java 5 0 >"$tmp/b"
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
refused 'processes of two names' 'its "process" was "python" and is "java"'
stream python 5 4 >"$tmp/b"
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
refused 'calls that cross' 'calls of its thread 5 cross'

# accepted DESCRIPTION [MESSAGE]: the merged stream is, with this message.
accepted() {
	for program in nst-link nst-chrome nst-perfetto; do
		run $program "$tmp/merged"
		is "$status $(cat "$tmp/err")" "0 ${2:+$program: $2}" "$1: $program"
	done
}
stream java 6 4 >"$tmp/b"
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
accepted 'processes of two numbers'
stream python 5 40 >"$tmp/b"
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
accepted 'one process, in two windows, or two of one number' \
	'2 streams without utc, and process 5 is in two of them: it is taken for one process; nst-merge takes it for two'
for file in a b; do
	shift=0
	[ $file = a ] || shift=40
	stream python 5 $shift | sed '1s/}$/,"utc":1000}/' >"$tmp/$file"
done
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
accepted 'one process, in two windows of one capture'

# Two captures of one host, whose process numbers are the same: each has its own time at ts 0.
stream python 5 0 | sed '1s/}$/,"utc":1000,"host":"h"}/' >"$tmp/a"
stream python 5 40 | sed '1s/}$/,"utc":2000,"host":"h"}/' >"$tmp/b"
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
for program in nst-link nst-chrome nst-perfetto; do
	run $program "$tmp/merged"
	is "$status $(sed 's/^[^ ]*: [^ ]*: //' "$tmp/err")" \
		'1 2 streams of several captures, as their utc tells, and process 5 is in two of them: merge with nst-merge, which tells them apart' "two captures: $program"
done
stream python 6 40 | sed '1s/}$/,"utc":2000,"host":"h"}/' >"$tmp/b"
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
accepted 'two captures of different processes'

# Their times count from two moments: 1 ms is the same one, 2 hours are not, and 1.5 s neither.
while read -r utc message; do
	stream python 6 40 | sed "1s/}\$/,\"utc\":$utc,\"host\":\"h\"}/" >"$tmp/b"
	merged "$tmp/a" "$tmp/b" >"$tmp/merged"
	accepted "two captures of different processes, utc 1000 and $utc" "$message"
done <<END
1000999
7200000001000 streams of several captures, whose times count from moments 7200.000 s apart, as their utc tells: a sort does not align them, nst-merge does
1500001000 streams of several captures, whose times count from moments 1.500 s apart, as their utc tells: a sort does not align them, nst-merge does
-7200000000000 streams of several captures, whose times count from moments 7200.000 s apart, as their utc tells: a sort does not align them, nst-merge does
END
merged "$tmp/a" "$tmp/b" "$tmp/b" >"$tmp/merged"
nst-link "$tmp/merged" 2>&1 >"$tmp/out" | grep -c 'several captures, whose' >"$tmp/count"
is "$(cat "$tmp/count")" 1 '... once'
stream python 6 40 | sed '1s/}$/,"utc":1500001000,"host":"h"}/' >"$tmp/b"
nst-merge "$tmp/a" "$tmp/b" >"$tmp/both" 2>/dev/null
run nst-link "$tmp/both"
is "$status $(cat "$tmp/err")" '0 ' '... and not behind nst-merge'
stream python 5 40 | sed '1s/}$/,"utc":1000,"host":"h"}/' >"$tmp/b"
merged "$tmp/a" "$tmp/b" >"$tmp/merged"
accepted 'one capture, in two windows'
stream python 5 0 >"$tmp/a"
sed 's/"ts":20,"dur":8/"ts":16,"dur":8/; s/^{"ts":12,/{"ts":11,/; /"python".*"corr":2/d' "$tmp/a" | grep -v '"corr":3' | sort -s -t: -k2,2n >"$tmp/merged"
accepted 'calls of one stream that cross'
finish
