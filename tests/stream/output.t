#!/bin/sh
# SPDX-License-Identifier: MIT
# Output that cannot be written is never silent: a full disk, a pipe that nobody reads, no standard
# output at all.
. tests/tap.sh

small=$top/tests/stream/small.ndjson
# More than a pipe holds, which may be a megabyte, also when it is compressed.
awk 'BEGIN {
	while (i++ < 60000) {
		text = "something to fill the buffer"
		for (n = 0; n < 8; n++)
			text = text " " (v = (v * 16807 + 12345) % 2147483647)
		printf "{\"ts\":%d,\"dur\":1,\"type\":\"osrt\",\"name\":\"read\",\"pid\":1,\"tid\":1,\"args\":{\"text\":\"%s\"}}\n", i, text
	}
}' >"$tmp/big"

# full COMMAND...: the command finds the disk full, says so once, and fails.
full() {
	status=0
	"$@" >/dev/full 2>"$tmp/err" || status=$?
	is "$status $(sed "s|$tmp/||; s|$top/||" "$tmp/err")" "1 $1: standard output: No space left on device" "$1 ${2##*/}: full disk"
}

# A limit of the size of files: the same, and no signal.
cp "$(profile sample)" "$tmp/sample.sqlite"
nst-dump "$tmp/sample.sqlite" >"$tmp/dump" 2>"$tmp/err"
for p in $relays nst-scrub nst-step nst-advise $viewers nst-dump; do
	file=$tmp/dump
	[ $p != nst-dump ] || file=$tmp/sample.sqlite
	status=0
	(
		ulimit -f 10
		exec env --default-signal=XFSZ "$p" "$file" >"$tmp/limited" 2>"$tmp/err"
	) || status=$?
	is "$status $(grep -v 'nst-step: .*the stream is not linked' "$tmp/err")" "1 $p: standard output: File too large" "$p: a limit of the size of files"
done

for p in $relays $viewers; do
	for arg in --help --version "$small" "$tmp/big"; do
		full "$p" "$arg"
	done
	status=0
	"$p" <"$small" >&- 2>"$tmp/err" || status=$?
	is "$status $(grep -c "^$p: standard output: " "$tmp/err") $(wc -l <"$tmp/err")" '1 1 1' "$p: no standard output"

	# The default: the signal ends the program without a word.
	{
		env --default-signal=PIPE "$p" "$tmp/big" 2>"$tmp/err"
		echo $? >"$tmp/status"
	} | head -n 1 >"$tmp/out"
	is "$(cat "$tmp/status" "$tmp/err")" 141 "$p: a closed pipe ends it"
	{
		env --ignore-signal=PIPE "$p" "$tmp/big" 2>"$tmp/err"
		echo $? >"$tmp/status"
	} | head -n 1 >"$tmp/out"
	is "$(cat "$tmp/status" "$tmp/err")" "1
$p: standard output: Broken pipe" "$p: with SIGPIPE ignored it says so, once"
	for arg in --help --version "$small"; do
		{
			sleep 0.05
			env --ignore-signal=PIPE "$p" "$arg" 2>"$tmp/err"
			echo $? >"$tmp/status"
		} | :
		is "$(cat "$tmp/status" "$tmp/err")" "1
$p: standard output: Broken pipe" "$p ${arg##*/}: nobody reads"
	done
done

# The same for what the others answer.
for p in nst nst-dump nst-sum nst-diff nst-fold nst-page nst-convert nst-parquet nst-series \
	nst-stats nst-sample; do
	for arg in --help --version; do
		"$p" $arg >/dev/full 2>"$tmp/err"
		like "$? $(cat "$tmp/err")" "^1 $p: standard output: (No space left on device|write error)\$" "$p $arg: full disk"
		"$p" $arg >&- 2>"$tmp/err"
		like "$? $(cat "$tmp/err")" "^1 $p: standard output: (Bad file descriptor|write error)\$" "$p $arg: no standard output"
		{
			sleep 0.05
			env --ignore-signal=PIPE "$p" $arg 2>"$tmp/err"
			echo $? >"$tmp/status"
		} | :
		like "$(cat "$tmp/status" "$tmp/err" | paste -s -d ' ')" "^1 $p: standard output: (Broken pipe|write error)\$" "$p $arg: nobody reads"
	done
done

# An error in the input and one in the output: both are told.
printf '%s\n' '{"ts":1}' 'bad' >"$tmp/in"
for p in $relays $viewers; do
	status=0
	"$p" <"$tmp/in" >/dev/full 2>"$tmp/err" || status=$?
	is "$status $(sed 's/bad line: .*/bad line/' "$tmp/err" | sort)" "1 $p: standard output: No space left on device
$p: stdin:2: bad line" "$p: a bad line and a full disk"
done

# No standard stream at all: the output does not go into a file that the program opens instead.
nst-sample --report "$tmp/sample.nsys-rep" 2>/dev/null
nst-dump "$tmp/sample.nsys-rep" >&- 2>"$tmp/err" <&-
is "$? $(grep standard "$tmp/err")" '1 nst-dump: standard output: Bad file descriptor' \
	'nst-dump: neither standard input nor output'
nst-chain nst-dump "$tmp/sample.nsys-rep" '|' nst-link '|' nst-chrome >&- 2>"$tmp/err" <&-
is "$? $(grep standard "$tmp/err")" '1 nst-chrome: standard output: Bad file descriptor' \
	'nst-chain: neither standard input nor output'

finish
