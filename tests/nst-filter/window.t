#!/bin/sh
# SPDX-License-Identifier: MIT
# Windows: by the clock, from the start, from the end; what the header says of them; and that one
# which nothing touches is said.
. tests/tap.sh

cat >"$tmp/in" <<'EOT'
{"ts":1000,"type":"stream","format":1}
{"ts":1000,"dur":9000,"type":"nvtx","name":"all"}
{"ts":2000,"dur":1000,"type":"kernel","name":"a"}
{"ts":4000,"dur":1000,"type":"kernel","name":"b"}
{"ts":6000,"type":"nvtx-mark","name":"c"}
{"ts":8000,"dur":1500,"type":"kernel","name":"d"}
{"ts":8000,"type":"end","events":5}
EOT

# kept OPTION...: the names that are kept and the window in the header.
kept() {
	run nst-filter "$@" "$tmp/in"
	jq -r '.name // empty' "$tmp/out" | tr -d '\n'
	jq -r 'select(.type == "stream") | " \(.from) \(.to)"' "$tmp/out"
}

is "$(kept --type kernel,nvtx-mark)" 'abcd null null' 'without a window the header names none'
is "$(kept --type kernel,nvtx-mark --from 3us --to 8us)" 'bc 3000 8000' 'by the clock'
is "$(kept --type kernel,nvtx-mark --from +3us)" 'bcd 4000 null' 'from the start, which the header tells'
is "$(kept --type kernel,nvtx-mark --to +3us)" 'a null 4000' 'up to a time from the start'
is "$(kept --type kernel,nvtx-mark --from -2us)" 'd 8000 null' 'from the end, which is the latest end of an event'
is "$(kept --type kernel,nvtx-mark --from -8us --to -4us)" 'ab 2000 6000' 'between two times from the end'
is "$(kept --type kernel,nvtx-mark --from -8us --to 5us)" 'ab 2000 5000' 'from the end up to one by the clock'
is "$(kept --invert --type nvtx-mark --from 3us)" 'allabd null null' 'with --invert nothing is said of a window'

run sh -c 'nst-filter --type kernel --from -2us <"$0"' "$tmp/in"
cp "$tmp/out" "$tmp/file"
run sh -c 'cat "$0" | nst-filter --type kernel --from -2us' "$tmp/in"
same "$tmp/out" "$tmp/file" 'a pipe is read to its end first'
run sh -c '{ read -r line; nst-filter --type kernel --from -2us; } <"$0"' "$tmp/in"
is "$(jq -r '.name // empty' "$tmp/out")" d 'a file is read again from where it stood'
run sh -c 'head -n 4 "$0" | nst-filter --from -2us' "$tmp/in"
is "$status $(wc -l <"$tmp/err")" '1 1' 'what is cut is said once, though it is read twice'

nst-filter --from 3us --to 8us "$tmp/in" | nst-filter --from 2us --to 5us >"$tmp/out"
is "$(jq -c 'select(.type == "stream") | [.from, .to]' "$tmp/out")" '[3000,5000]' 'of two windows the header has what both kept'
sed 1d "$tmp/in" | sed '$d' >"$tmp/bare"
run nst-filter --type kernel --from +3us "$tmp/bare"
is "$(jq -r .name "$tmp/out" | tr -d '\n')" bd 'without a header the first event is the start'

run nst-filter --from 20us "$tmp/in"
is "$status $(cat "$tmp/err")" "0 nst-filter: $tmp/in: no event touches the window: the profile runs from 0.000 s to 0.000 s" 'a window behind the end'
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/sample"
run nst-filter --from 500ms --to 501ms "$tmp/sample"
like "$status $(cat "$tmp/err")" '^0 nst-filter: .*: no event touches the window: the profile runs from 12\.[0-9]{3} s to 13\.[0-9]{3} s$' 'a window before the start says when the profile is'
run nst-filter --from +500ms --to +501ms "$tmp/sample"
is "$status $(cat "$tmp/err")" '0 ' 'the same from the start is there'

# refuses OPTION... PATTERN: wrong usage, and what is said of it.
refuses() {
	pattern=$1
	shift
	run nst-filter "$@" "$tmp/in"
	like "$status $(head -n 1 "$tmp/err")" "^2 nst-filter: $pattern\$" "refused: $*"
}
refuses "--from: '12.5' has no unit: is it 12.5s\\?" --from 12.5
refuses '--from, --to: the window is empty' --from 5us --to 4us
refuses '--from, --to: the window is empty' --from 5us --to 5us
refuses '--from, --to: the window is empty' --from +5us --to +5us
refuses '--from, --to: the window is empty' --from -5us --to -6us
refuses "--to: 'end' is not a time such as 1500, 1.5s, 200ms or 3us" --to end
finish
