#!/bin/sh
# SPDX-License-Identifier: MIT
# A stream out of order is refused with the command that mends it; what that command gives is
# accepted, and says the same. Streams merge by it too.
. tests/tap.sh

# events FILE: the records but header and end, in an order of their own. Ranges never closed last as
# long as the stream.
events() {
	grep -v -e '"type":"stream"' -e '"type":"end"' "$1" | sed 's/"dur":[0-9]*,"open":true/"open":true/' | sort
}

# shuffle: the same lines every time in the same wrong order.
shuffle() {
	awk '{ printf "%d\t%s\n", (NR * 7919 + length($0) * 104729) % 100003, $0 }' | sort -n | cut -f2-
}

for name in sample pytorch-nccl-2gpu-3.25.0 missing-columns opengl-uvm-3.11.1; do
	if ! nst-dump "$(profile "$name")" >"$tmp/dump" 2>/dev/null; then
		skip "not in $PROFILES" "$name"
		continue
	fi
	nst-link "$tmp/dump" >"$tmp/linked" 2>"$tmp/err"
	shuffle <"$tmp/dump" >"$tmp/shuffled"
	line=$(awk -F'[:,]' 'NR > 1 && $2 + 0 < last { print NR; exit } { last = $2 + 0 }' "$tmp/shuffled")

	run nst-link "$tmp/shuffled"
	is "$status" 1 "$name: shuffled, it is refused"
	like "$(cat "$tmp/err")" "^nst-link: $tmp/shuffled:$line: .*: sort " "$name: the message names the line and a command"
	is "$(wc -l <"$tmp/err")" 1 "$name: it is one line"
	grep -v '"type":"end"' "$tmp/out" >"$tmp/before"
	is "$(wc -l <"$tmp/before")" "$(head -n "$((line - 1))" "$tmp/shuffled" | grep -vc '"type":"end"')" "$name: the records before that line came out"

	command=$(sed 's/.*: sort /sort /' "$tmp/err")
	sh -c "$command" <"$tmp/shuffled" >"$tmp/sorted"
	run nst-link "$tmp/sorted"
	is "$status $(said)" '0 ' "$name: the command mends the stream"
	events "$tmp/linked" >"$tmp/want"
	events "$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: and the events are those of the stream in order"
	is "$(grep '"type":"end"' "$tmp/out")" "$(tail -n 1 "$tmp/linked")" "$name: the end record too"

	sh -c "$command" <"$tmp/dump" >"$tmp/sorted"
	same "$tmp/sorted" "$tmp/dump" "$name: it leaves a stream in order alone, header first and end last"
done

# What nst-link adds comes at the end of its output; sorted, the header still comes first and the
# end record last.
nst-dump "$(profile sample)" 2>/dev/null | nst-link >"$tmp/linked" 2>"$tmp/err"
sh -c "$command" <"$tmp/linked" >"$tmp/sorted"
is "$(sed -n '1p;$p' "$tmp/sorted")" "$(sed -n '1p;$p' "$tmp/linked")" 'the command keeps header and end of a linked stream in their places'
ok 'and moves what is between' test "$(awk -F'[:,]' '$2 + 0 < last { n++ } { last = $2 + 0 } END { print n + 0 }' "$tmp/sorted")" -eq 0

# merge A B DESCRIPTION [MESSAGE]: two streams merged and linked are what both give alone.
merge() {
	sort -m -s -t: -k2,2n "$1" "$2" >"$tmp/merged"
	run nst-link "$tmp/merged"
	is "$status $(said)" "0 ${4-}" "$3: merged and linked"
	nst-link "$1" >"$tmp/first" 2>"$tmp/err"
	nst-link "$2" >"$tmp/second" 2>>"$tmp/err"
	cat "$tmp/first" "$tmp/second" >"$tmp/both"
	events "$tmp/both" >"$tmp/want"
	events "$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$3: the events of both"
	is "$(grep -c '"type":"stream"' "$tmp/out") $(grep -c '"type":"end"' "$tmp/out")" '2 2' "$3: two headers and two end records"
	is "$(grep '"type":"end"' "$tmp/out" | jq -s 'map(.events) | add')" "$(wc -l <"$tmp/got" | tr -d ' ')" "$3: that count all events"
}

nst-dump "$(profile sample)" 2>/dev/null | grep -v '^{"ts":[0-9]*,"type":"[a-z-]*","name":"[^"]*","gpu":' >"$tmp/dump" # what is of no process
grep -e '"type":"stream"' -e '"type":"end"' -e '"pid":4201' "$tmp/dump" >"$tmp/a"
grep -e '"type":"stream"' -e '"type":"end"' -e '"pid":4202' "$tmp/dump" >"$tmp/b"
merge "$tmp/a" "$tmp/b" 'two processes of the sample'
events "$tmp/out" >"$tmp/got"
nst-link "$tmp/dump" >"$tmp/linked" 2>"$tmp/err"
events "$tmp/linked" >"$tmp/want"
same "$tmp/got" "$tmp/want" '... and what the whole sample gives'
if nst-dump "$(profile saxpy-mpi-2.9.1)" >"$tmp/a" 2>/dev/null && nst-dump "$(profile opengl-uvm-3.11.1)" >"$tmp/b" 2>/dev/null; then
	apart=$(($(sed -n '1s/.*"utc":\([0-9]*\).*/\1/p' "$tmp/a") - $(sed -n '1s/.*"utc":\([0-9]*\).*/\1/p' "$tmp/b")))
	apart=$((${apart#-} / 1000000))
	merge "$tmp/a" "$tmp/b" 'two profiles' \
		"nst-link: streams of several captures, whose times count from moments $((apart / 1000)).$(printf %03d $((apart % 1000))) s apart, as their utc tells: a sort does not align them, nst-merge does"
else
	skip "not in $PROFILES" 'two profiles'
fi

finish
