#!/bin/sh
# SPDX-License-Identifier: MIT
# How large a trace is: what a slice takes by itself, whatever else is in a profile.
. tests/tap.sh

# ranges ARGS: 10,000 of them, a microsecond each, one after the other.
ranges() {
	awk -v args="$1" 'BEGIN { for (i = 0; i < 10000; i++)
		printf "{\"ts\":%d,\"dur\":1000,\"type\":\"osrt\",\"name\":\"read\",\"pid\":10,\"tid\":11%s}\n", 155000000000 + i * 2000, args }'
}

ranges '' >"$tmp/plain"
ranges ',"args":{"cpu":3}' >"$tmp/field"
ranges ',"args":{"path":"/dev/null"}' >"$tmp/text"
for case in 'plain 25 a name' 'field 29 a number that has a field' 'text 32 a text that repeats'; do
	# shellcheck disable=SC2086 # its words
	set -- $case
	stream=$1 most=$2
	shift 2
	bytes=$(nst-perfetto "$tmp/$stream" | wc -c)
	ok "a slice with $*: at most $most bytes ($((bytes / 10000)))" test "$bytes" -le $((most * 10000)) -a "$bytes" -gt 100000
done
finish
