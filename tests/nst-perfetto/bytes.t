#!/bin/sh
# SPDX-License-Identifier: MIT
# How large a trace is: at most 30 bytes a slice, whatever there is to say of it, and what a slice
# takes by itself.
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
	bytes=$(nst-perfetto --plain "$tmp/$stream" | wc -c)
	ok "--plain: a slice with $*: at most $most bytes ($((bytes / 10000)))" test "$bytes" -le $((most * 10000)) -a "$bytes" -gt 100000
done

# begun: how many slices a trace has. What else there is, instants and counters, adds to the bytes
# of each.
begun() {
	protoc --decode=Trace -I tests/nst-perfetto trace.proto | grep -c '^    type: BEGIN$'
}

# What does not depend on their number: what the packets say of themselves, and the tree of tracks.
# A profile of a few slices is hardly more than that.
fixed=5000
for name in $(profiles); do
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null >"$tmp/in"
	bytes=$(nst-perfetto "$tmp/in" 2>/dev/null | wc -c)
	if command -v protoc >/dev/null; then
		slices=$(nst-perfetto --plain "$tmp/in" 2>/dev/null | begun)
		if [ "$slices" -ge 500 ]; then
			ok "$name: at most 30 bytes for each of $slices ($((bytes / slices)))" test "$bytes" -le $((slices * 30)) -a "$bytes" -gt $((slices * 3))
		else
			ok "$name: at most $fixed bytes, and 30 for each of $slices ($bytes)" test "$bytes" -le $((slices * 30 + fixed)) -a "$bytes" -gt 1000
		fi
	else
		skip 'protoc is not installed' "$name: at most 30 bytes a slice"
	fi
done
finish
