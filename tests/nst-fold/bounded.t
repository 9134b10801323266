#!/bin/sh
# SPDX-License-Identifier: MIT
# Memory grows with what is open and with the number of different stacks, not with events.
. tests/tap.sh

! readelf -W -s "$BUILD/bin/nst-fold" | grep -q __asan_init || skipall 'AddressSanitizer takes terabytes of addresses'

# within KIB COUNT DUR FORMAT OPTION...: a stream of so many events, in which %d is the number of
# the line, takes no more memory than that. DUR is their duration, or "nested".
within() {
	kib=$1 count=$2 dur=$3 format=$4
	shift 4
	awk -v count="$count" -v dur="$dur" -v format="$format" 'BEGIN {
		while (i++ < count) printf "{\"ts\":%d,\"dur\":%d," format "}\n", i, dur == "nested" ? 2 * (count - i) : dur, i
	}' >"$tmp/in"
	status=0
	(
		# shellcheck disable=SC3045 # dash, bash and busybox have it
		ulimit -v "$kib"
		exec nst-fold "$@" "$tmp/in" >"$tmp/out" 2>"$tmp/err"
	) || status=$?
	is "$status" 0 "$count of them in $kib KiB: nst-fold $* of $format, $dur ns" || note "$(cat "$tmp/err")"
}

many=300000
within 13000 $many 1 '"type":"kernel","name":"k","nvtx":["a","b"],"launch":{"ts":1}'
within 13000 $many 1 '"type":"osrt","name":"k","pid":1,"tid":1' --what cpu
within 13000 $many 1 '"type":"sample","name":"k","args":{"cycles":1,"stack":[{"symbol":"main"},{"symbol":"k"}]}' --what samples
# each open at once, nested in those before it and across them: 100 bytes
within 45000 $many nested '"type":"osrt","name":"k","pid":1,"tid":1' --what cpu
is "$(wc -l <"$tmp/out")" 512 'as deep as it goes'
within 45000 $many 999999 '"type":"osrt","name":"k","pid":1,"tid":1' --what cpu
# a thread for each, and a stack
within 130000 $many 1 '"type":"osrt","name":"k","pid":1,"tid":%d' --what cpu
within 300000 $many 1 '"type":"osrt","name":"call number %d","pid":1,"tid":1' --what cpu
is "$(wc -l <"$tmp/out")" $many 'all are there'
within 300000 $many 1 '"type":"osrt","name":"call number %d","pid":1,"tid":1' --what cpu --pprof

# Levels of JSON: as deep as they come.
{
	printf '%s' '{"ts":1,"dur":1,"type":"kernel","name":"k","nvtx":'
	head -c 1000000 /dev/zero | tr '\0' '['
	head -c 1000000 /dev/zero | tr '\0' ']'
	echo '}'
} >"$tmp/deep"
run nst-fold "$tmp/deep"
is "$status $(cat "$tmp/out")" '0 k 1' 'a million levels'
finish
