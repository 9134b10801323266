#!/bin/sh
# SPDX-License-Identifier: MIT
# Clocks: what is moved by the system clock, UTC or a file is where it was, to the nanosecond; a
# merge of merges is the merge of all.
. tests/tap.sh

# stream PID UTC CLOCK HOST FROM [MORE]: ten ranges of a process, 1 us every 2 us from FROM on;
# empty ones are left out of the header.
stream() {
	echo "{\"ts\":$5,\"type\":\"stream\",\"format\":1${2:+,\"utc\":$2}${3:+,\"clock\":$3}${4:+,\"host\":\"$4\"}${6-}}"
	echo "{\"ts\":$5,\"type\":\"meta\",\"name\":\"process\",\"pid\":$1,\"args\":{\"name\":\"p\"}}"
	for i in 0 1 2 3 4 5 6 7 8 9; do
		echo "{\"ts\":$(($5 + i * 2000)),\"dur\":1000,\"type\":\"nvtx\",\"name\":\"r$i\",\"pid\":$1,\"tid\":$1}"
	done
	echo "{\"ts\":$(($5 + 18000)),\"type\":\"end\",\"events\":11}"
}

# first PID: when its first range begins, in the output of the last run.
first() {
	grep "\"r0\",\"pid\":$1," "$tmp/out" | sed 's/^{"ts":\([-0-9]*\),.*/\1/'
}

stream 1 1700000000000000000 5000 h0 100 >"$tmp/rank0"
stream 2 1700000000000007777 5321 h0 100 >"$tmp/rank1"
stream 3 1700000000000001111 987654 h1 100 >"$tmp/rank2"
stream 4 1700000000000009999 987655 h1 100 >"$tmp/rank3"
run nst-merge -v "$tmp/rank0" "$tmp/rank1" "$tmp/rank2" "$tmp/rank3"
is "$status $(first 1) $(first 2) $(first 3) $(first 4)" '0 100 421 1211 1212' 'clocks of hosts, and UTC between hosts'
is "$(cat "$tmp/err")" 'nst-merge: rank1: +321 ns, by the system clock of its host
nst-merge: rank2: +1.111 us, by UTC
nst-merge: rank3: +1.112 us, by the system clock of its host' 'they are said'
is "$(head -n 1 "$tmp/out")" '{"ts":100,"type":"stream","format":1,"utc":1700000000000000000,"clock":5000,"host":"h0","hosts":["h0","h1"],"merged":[{"name":"rank0","rank":0,"host":0,"offset":0},{"name":"rank1","rank":1,"host":0,"offset":321,"by":"clock"},{"name":"rank2","rank":2,"host":1,"offset":1111,"by":"utc"},{"name":"rank3","rank":3,"host":1,"offset":1112,"by":"clock"}]}' 'and in the header'
is "$(tail -n 1 "$tmp/out")" '{"ts":19212,"type":"end","events":44}' 'the end is that on the common clock'
run nst-merge -v --align utc "$tmp/rank0" "$tmp/rank1"
is "$(first 2)" 7877 '--align utc'
run nst-merge -v --align none "$tmp/rank0" "$tmp/rank1"
is "$(first 2) $(cat "$tmp/err")" '100 ' '--align none'

# Not one boot: system clocks of one host that tell different times.
stream 2 1700003600000000000 6000 h0 100 >"$tmp/later"
run nst-merge -v "$tmp/rank0" "$tmp/later"
is "$(first 2)" 3600000000100 'a host that started again: by UTC'

# An input that begins more than a minute after the end of the others: rank0 ends 19 us after its
# start.
stream 5 1700000050000000000 6000 h3 100 >"$tmp/between"
run nst-merge "$tmp/later" "$tmp/rank0"
is "$status $(cat "$tmp/err")" '0 nst-merge: later begins 3599 s after the end of rank0: they are probably not ranks of one run' 'an hour apart'
stream 6 1700000060000019000 6000 h2 100 >"$tmp/minute"
run nst-merge "$tmp/rank0" "$tmp/minute"
is "$status $(cat "$tmp/err")" '0 ' 'a minute apart'
stream 6 1700000060000019001 6000 h2 100 >"$tmp/minute"
run nst-merge "$tmp/rank0" "$tmp/minute"
like "$status $(cat "$tmp/err")" '^0 .*minute begins 60 s after the end of rank0' 'a nanosecond more'
run nst-merge "$tmp/minute" "$tmp/between" "$tmp/rank0"
is "$status $(cat "$tmp/err")" '0 ' 'another one between them'
stream 2 1700086400000000000 '' '' -500 >"$tmp/rank9"
run nst-merge -v "$tmp/rank0" "$tmp/rank9"
is "$status $(first 2)" "0 $((86400000000000 - 500))" 'a day apart, and a negative time'
# More than a day apart: not ranks of one run.
for utc in 1700086400000000001 1699913599999999999 2962304000000000000; do
	stream 2 $utc '' '' 0 >"$tmp/rank9"
	run nst-merge "$tmp/rank0" "$tmp/rank9"
	like "$status $(wc -c <"$tmp/out") $(cat "$tmp/err")" "^1 0 nst-merge: $tmp/rank0 and $tmp/rank9: recorded (1|14610) days apart, so not ranks of one run: --align none " "utc $utc: refused"
done
run nst-merge --align none "$tmp/rank0" "$tmp/rank9"
is "$status $(cat "$tmp/err")" '0 ' '--align none merges them'
stream 2 -9000000000000000000 '' '' 100 >"$tmp/rank9"
run nst-merge -v "$tmp/rank0" "$tmp/rank9"
is "$status $(cat "$tmp/err")" "1 nst-merge: $tmp/rank9: its clock is too far from the others" 'clocks that are too far apart'
stream 2 1700000009000000000 '' '' 9223372036854000000 >"$tmp/rank9"
run nst-merge -v "$tmp/rank0" "$tmp/rank9"
is "$status $(tail -n 1 "$tmp/err")" "1 nst-merge: $tmp/rank9:2: ts 9223372036854000000 is out of range on the common clock" 'times that do not fit'
stream 2 '' '' '' 100 >"$tmp/rank9"
run nst-merge -v "$tmp/rank0" "$tmp/rank9"
is "$status $(first 2) $(cat "$tmp/err")" '0 100 nst-merge: rank9: no header relates its clock to that of rank0: its times are not moved' 'no clock is said'

# Windows of inputs move with them; what is common is kept.
stream 1 1000 '' '' 100 ',"schema":"3.1","from":50,"to":90000' >"$tmp/rank0w"
stream 2 1010 '' '' 100 ',"schema":"3.1","from":60' >"$tmp/rank1w"
run nst-merge -v "$tmp/rank0w" "$tmp/rank1w"
is "$(head -n 1 "$tmp/out" | jq -c '[.schema, .from, .to]')" '["3.1",70,90000]' 'windows'

# Merges of merges.
run nst-merge -v "$tmp/rank0" "$tmp/rank1" "$tmp/rank2" "$tmp/rank3"
cp "$tmp/out" "$tmp/want"
nst-merge "$tmp/rank0" "$tmp/rank1" 2>/dev/null >"$tmp/host0"
nst-merge "$tmp/rank2" "$tmp/rank3" 2>/dev/null >"$tmp/host1"
run nst-merge -v "$tmp/host0" "$tmp/host1"
same "$tmp/out" "$tmp/want" 'a merge of two merges is the merge of four'
for i in 0 1 2 3; do
	sed "s/\"pid\":[1-4]/\"pid\":1/; s/\"tid\":[1-4]/\"tid\":1/" "$tmp/rank$i" >"$tmp/same-rank$i"
done
set -- "$tmp/same-rank0" "$tmp/same-rank1" "$tmp/same-rank2" "$tmp/same-rank3"
nst-merge "$@" 2>/dev/null >"$tmp/want"
nst-merge "$1" "$2" 2>/dev/null >"$tmp/host0"
nst-merge "$3" "$4" 2>/dev/null >"$tmp/host1"
run nst-merge -v "$tmp/host0" "$tmp/host1"
same "$tmp/out" "$tmp/want" 'also where all have one number'
nst-merge --align utc "$@" 2>/dev/null >"$tmp/want"
nst-merge --align utc --label 0,1 "$1" "$2" 2>/dev/null >"$tmp/two"
nst-merge --align utc --label 2,9 "$tmp/two" "$3" 2>/dev/null | sed 's/"rank":9/"rank":2/' >"$tmp/three"
nst-merge --align utc --label 2,9 "$tmp/three" "$4" 2>/dev/null | sed 's/"rank":9/"rank":3/' >"$tmp/got"
same "$tmp/got" "$tmp/want" 'and one after the other'

# Offsets of a file: a shift and a drift, against the formula in jq's integers.
rm -f "$tmp/offsets"
run nst-merge -v --offset "$tmp/offsets" "$tmp/rank0" "$tmp/rank2"
cp "$tmp/out" "$tmp/want"
is "$(cat "$tmp/offsets")" '{"name":"rank0","offset":0,"origin":0,"drift":0}
{"name":"rank2","offset":1111,"origin":0,"drift":0}' 'offsets are written'
run nst-merge -v --offset "$tmp/offsets" "$tmp/rank0" "$tmp/rank2"
sed '1s/"by":"file"/"by":"utc"/; 1s/,"by":"file"//' "$tmp/out" | sed '1s/"offset":0,"by":"utc"/"offset":0/; 1s/"offset":1111}/"offset":1111,"by":"utc"}/' >"$tmp/got"
same "$tmp/got" "$tmp/want" 'and taken again'
cat >"$tmp/offsets" <<'END'
{"name":"rank0","offset":0}

{"name":"rank2","offset":-7,"origin":1100,"drift":-250000000000}
END
run nst-merge -v --offset "$tmp/offsets" "$tmp/rank0" "$tmp/rank2"
grep '"pid":3,"tid"' "$tmp/out" | jq -c '[.name, .ts, .dur]' >"$tmp/got"
jq -c 'def to: . - 7 + ((. - 1100) / -4 | floor); select(.type == "nvtx") | [.name, (.ts | to), ((.ts + .dur | to) - (.ts | to))]' "$tmp/rank2" >"$tmp/want"
same "$tmp/got" "$tmp/want" 'a drift moves both ends'
like "$(tail -n 1 "$tmp/err")" '^nst-merge: rank2: -7 ns, drift -250000.000 ppm, as the file of offsets says$' 'it is said'
for bad in '{"name":"rank0"}' 'x' '{"name":"rank0","offset":1.5}' '{"name":"rank0","offset":0,"drift":-1000000000000}' '{"name":"rank2","offset":0}'; do
	echo "$bad" >"$tmp/offsets"
	run nst-merge -v --offset "$tmp/offsets" "$tmp/rank0"
	is "$status $(wc -c <"$tmp/out") $(wc -l <"$tmp/err")" '1 0 1' "offsets: $bad: refused"
done
mkdir "$tmp/other"
cp "$tmp/rank0" "$tmp/other"
run nst-merge -v --offset "$tmp/new" "$tmp/rank0" "$tmp/other/rank0"
is "$status $(cat "$tmp/err")" "1 nst-merge: $tmp/new: two inputs are called 'rank0'" 'two inputs of one name have no offsets in a file'
finish
