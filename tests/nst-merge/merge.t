#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-merge does to records: a profile of two processes, split by process and merged again, is
# what it was; numbers, GPUs and hosts are kept apart.
. tests/tap.sh

# only PID: the events of a process of the sample, as a stream; what has no process goes with the
# first.
only() {
	nst-dump "$(profile sample)" 2>/dev/null | awk -v pid="$1" '
		/"type":"stream"/ || /"type":"end"/ { print; next }
		match($0, /,"pid":[0-9]+/) { if (substr($0, RSTART + 7, RLENGTH - 7) == pid) print; next }
		pid == 4201'
}

# plain: records without header, end, and what nst-merge adds to processes, in one order.
plain() {
	jq -cS 'select(.type | IN("stream", "end") | not) | if .type == "meta" and .name == "process" then .args |= {name, rank} else . end' "$@" | sort
}

only 4201 >"$tmp/rank0.ndjson"
only 4202 >"$tmp/rank1.ndjson"
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/whole"
plain "$tmp/whole" >"$tmp/want"
run nst-merge -v "$tmp/rank0.ndjson" "$tmp/rank1.ndjson"
is "$status $(cat "$tmp/err")" '0 nst-merge: rank1: +0 ns, by UTC' 'two halves: status, and what was said'
plain "$tmp/out" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'two halves are the whole'
is "$(sed '1d;$d' "$tmp/out" | jq -n '[inputs.ts] | . == sort')" true 'they are in order'
is "$(tail -n 1 "$tmp/out" | jq .events)" "$(($(wc -l <"$tmp/out") - 2))" 'the end record counts them'
is "$(head -n 1 "$tmp/out" | jq -c '[.hosts, .merged]')" \
	'[["ca4eb87207232bae"],[{"name":"rank0","rank":0,"host":0,"offset":0},{"name":"rank1","rank":1,"host":0,"offset":0,"by":"utc"}]]' 'the header says what was merged'
is "$(jq -c 'select(.name == "process").args' "$tmp/out" | paste -sd ' ')" '{"name":"python","host":"0","rank":0} {"name":"python","host":"0","rank":1}' \
	'processes say where they were'

# The other half with the number of the first.
sed 's/"pid":4202/"pid":4201/' "$tmp/rank1.ndjson" >"$tmp/same1.ndjson"
run nst-merge -v "$tmp/rank0.ndjson" "$tmp/same1.ndjson"
is "$status $(tail -n 1 "$tmp/err")" '0 nst-merge: renumbered processes whose pids collided: 1' 'equal numbers: what was said'
cp "$tmp/out" "$tmp/renumbered"
sed 's/"pid":100004201/"pid":4202/' "$tmp/out" | plain >"$tmp/got"
same "$tmp/got" "$tmp/want" 'the other process is numbered otherwise, and nothing else is'
is "$(jq -c 'select(.name == "process" and .pid > 4201).args' "$tmp/out")" '{"name":"python","pid":4201,"host":"0","rank":1}' 'its record tells the number it had'
nst-link "$tmp/whole" 2>/dev/null | plain >"$tmp/want"
nst-link "$tmp/renumbered" 2>/dev/null | sed 's/"pid":100004201/"pid":4202/' | plain >"$tmp/got"
same "$tmp/got" "$tmp/want" 'linked it is the linked whole, event by event'

# Hosts: by their names where they are asked for.
nst-dump --hosts "$(profile sample)" 2>/dev/null >"$tmp/named"
run nst-merge -v --hosts "$tmp/named"
is "$status $(jq -r 'select(.name == "process").args.host' "$tmp/out" | sort -u) $(grep -c node7 "$tmp/whole")" '0 node7 0' '--hosts names them'
run nst-merge -v --hosts "$tmp/whole"
is "$status $(grep -c node7 "$tmp/out") $(cat "$tmp/err")" "0 0 nst-merge: $tmp/whole: its header does not name the host, so it gets a number: nst-dump --hosts writes the name" '--hosts of a stream without names'
run nst-merge -v --hosts "$(profile sample)"
is "$(jq -r 'select(.name == "process").args.host' "$tmp/out" | sort -u)" node7 '--hosts of a profile'

# A line that is not changed is not touched; one that is keeps all else.
cat >"$tmp/a" <<'END'
{"ts":1,"dur":10,"type":"nvtx","name":"x","pid":5,"tid":5}
 { "name" : "\u0070", "pid" : 6 , "ts" : 2, "type":"x", "value":1.50e3 }
{"ts":3,"pid":7,"type":"x","pid":5}
END
printf '{"ts":1,"type":"x","pid":5,"args":{"pid":5,"ts":1}}\r\n{"pid":6,"ts":3}' >"$tmp/b"
nst-merge --align none "$tmp/a" "$tmp/b" 2>/dev/null >"$tmp/got"
cat >"$tmp/want" <<'END'
{"ts":1,"type":"meta","name":"process","pid":5,"args":{"host":"0"}}
{"ts":1,"type":"meta","name":"process","pid":100000005,"args":{"pid":5,"host":"1"}}
{"ts":1,"dur":10,"type":"nvtx","name":"x","pid":5,"tid":5}
END
printf '{"ts":1,"type":"x","pid":100000005,"args":{"pid":5,"ts":1}}\r\n' >>"$tmp/want"
cat >>"$tmp/want" <<'END'
{"ts":2,"type":"meta","name":"process","pid":6,"args":{"host":"0"}}
 { "name" : "\u0070", "pid" : 6 , "ts" : 2, "type":"x", "value":1.50e3 }
{"ts":3,"type":"meta","name":"process","pid":100000006,"args":{"pid":6,"host":"1"}}
{"ts":3,"pid":7,"type":"x","pid":5}
{"pid":100000006,"ts":3}
END
same "$tmp/got" "$tmp/want" 'lines in any form, without header'

# At equal times the longer event comes first, over all inputs; names come before what they name.
cat >"$tmp/a" <<'END'
{"ts":1,"dur":5,"type":"a","pid":1}
{"ts":1,"dur":2,"type":"a","pid":1}
END
cat >"$tmp/b" <<'END'
{"ts":1,"open":true,"type":"b","pid":2}
{"ts":1,"type":"meta","name":"thread","pid":2,"tid":2}
{"ts":1,"dur":3,"type":"b","pid":2}
{"ts":1,"type":"b","pid":2}
END
is "$(nst-merge --align none "$tmp/a" "$tmp/b" 2>/dev/null | jq -r 'if .name == "process" then empty else .type + "\(.dur // "")" end' | paste -sd ' ')" \
	'b meta a5 b3 a2 b' 'equal times'

# GPUs: one number is one GPU.
gpu() {
	echo "{\"ts\":$1,\"type\":\"meta\",\"name\":\"device\",\"gpu\":0,\"args\":{\"uuid\":\"$2\",\"gpu\":0}}"
	echo "{\"ts\":$1,\"value\":1,\"type\":\"gpu-metric\",\"name\":\"m\",\"gpu\":0}"
}
gpu 1 u1 >"$tmp/a"
gpu 2 u2 >"$tmp/b"
gpu 3 u1 >"$tmp/c"
nst-merge --align none "$tmp/a" "$tmp/b" "$tmp/c" 2>/dev/null >"$tmp/got"
is "$(jq -c '[.gpu, .args.gpu // empty]' "$tmp/got" | paste -sd ' ')" '[0,0] [0] [1000,1000] [1000] [0,0] [0]' 'GPUs of two hosts are two, one uuid is one'
echo '{"ts":1,"value":1,"type":"gpu-metric","name":"m","gpu":0}' >"$tmp/a"
sed 's/:1,"v/:2,"v/' "$tmp/a" >"$tmp/b"
is "$(nst-merge --align none --label @x,@x "$tmp/a" "$tmp/b" 2>/dev/null | jq .gpu | paste -sd ' ')" '0 0' 'one number on one host is one GPU'
is "$(nst-merge --align none --label @x,@y "$tmp/a" "$tmp/b" 2>/dev/null | jq .gpu | paste -sd ' ')" '0 1000' 'on two hosts it is two'

# What has neither process nor GPU.
echo '{"ts":1,"value":1,"type":"cpu-metric","name":"m"}' >"$tmp/a"
nst-merge --align none "$tmp/a" "$tmp/a" 2>/dev/null >"$tmp/got"
cat >"$tmp/want" <<'END'
{"ts":1,"type":"meta","name":"process","pid":100000000,"args":{"name":"machine","host":"1"}}
{"ts":1,"value":1,"type":"cpu-metric","name":"m"}
{"ts":1,"value":1,"type":"cpu-metric","name":"m","pid":100000000}
END
same "$tmp/got" "$tmp/want" 'counters of two machines are not one'

# Ranks: of the profile, of --label, of names.
echo '{"ts":1,"type":"meta","name":"process","pid":1,"args":{"name":"p","rank":7}}' >"$tmp/a"
is "$(nst-merge -v --align none --label 3@x "$tmp/a" | jq -c .args)" '{"name":"p","host":"x","rank":7}' 'the rank of the profile counts, and the host of --label'
echo '{"ts":1,"type":"x","pid":1}' >"$tmp/a"
is "$(nst-merge -v --align none --label 3 "$tmp/a" | jq -c '.args // empty')" '{"host":"0","rank":3}' 'else that of --label'
while read -r names ranks; do
	set --
	for name in $(echo "$names" | tr , ' '); do
		cp "$tmp/a" "$tmp/$name"
		set -- "$@" "$tmp/$name"
	done
	is "$(nst-merge --align none "$@" 2>/dev/null | jq -r 'select(.args) | .args.rank // "-"' | paste -sd ,)" "$ranks" "$names: ranks"
done <<'END'
rank3.ndjson,rank_04.x 3,4
job12.RANK-1.of8,job12.Rank_0.of8 1,0
rank1.a,rank1.b -,-
rank1,other -,-
job7-0003.ndjson,job7-0010.ndjson,job7-0001.ndjson 3,10,1
run1-0,run2-1 -,-
run1,walk2 -,-
run1 -
END
for list in 1 1,2,3 x,1 1@,2 @,1 -1,2 1,,2; do
	run nst-merge -v --align none --label "$list" "$tmp/a" "$tmp/a"
	is "$status $(wc -c <"$tmp/out")" '2 0' "--label $list: a usage error"
done

# A window keeps what nst-filter would keep of the whole, with the same numbers.
sed 's/"gpu":0/"gpu":1/' "$tmp/same1.ndjson" >"$tmp/gpus1.ndjson"
nst-merge "$tmp/rank0.ndjson" "$tmp/gpus1.ndjson" 2>/dev/null >"$tmp/whole"
middle=$(jq -n '[inputs | select(.type == "kernel").ts] | sort | .[length / 2 | floor]' "$tmp/whole")
for window in "--from ${middle}ns" "--to ${middle}ns" '--from +1ms --to +2ms' "--from +1ms --to ${middle}ns" '--from +1us --to +2us'; do
	# shellcheck disable=SC2086 # options
	nst-filter $window "$tmp/whole" 2>"$tmp/say" | jq -cS >"$tmp/want"
	# shellcheck disable=SC2086
	run nst-merge -v $window "$tmp/rank0.ndjson" "$tmp/gpus1.ndjson"
	jq -cS . "$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$window: what nst-filter keeps"
	is "$status $(grep -c 'no event touches' "$tmp/err")" "0 $(grep -c 'no event touches' "$tmp/say")" "$window: said when nothing is in it"
done
run nst-merge -v --from -1ms "$tmp/rank0.ndjson" "$tmp/gpus1.ndjson"
is "$status $(head -n 1 "$tmp/err")" "2 nst-merge: --from: '-1ms': the end of the run is not known yet; put nst-filter behind nst-merge" 'a window before the end'
run nst-merge -v --from +2ms --to +1ms "$tmp/rank0.ndjson"
is "$status $(head -n 1 "$tmp/err")" '2 nst-merge: --from, --to: the window is empty' 'a window of no time'
# Ranks that nothing tells: the order of the inputs, with a message, and only with --number.
mkdir "$tmp/number"
sed 's/,"rank":0}/}/' "$tmp/rank0.ndjson" >"$tmp/number/r7"
sed 's/,"rank":1}/}/' "$tmp/rank1.ndjson" >"$tmp/number/rank_3"
# ranks INPUT...: the ranks of processes after a merge with --number, and the message.
ranks() {
	run nst-merge --number "$@"
	echo "$status $(jq -c 'select(.name == "process" and .type == "meta").args.rank' "$tmp/out" | paste -sd ' '):$(sed 's/^nst-merge//' "$tmp/err")"
}
cd "$tmp/number" || exit 1
said=': neither profiles nor file names give ranks'
is "$(nst-merge r7 rank_3 2>"$tmp/err" | jq -c 'select(.name == "process").args.rank' | paste -sd ' ')$(cat "$tmp/err")" 'null null' 'names without a common number: no ranks, unless asked'
is "$(ranks r7 rank_3)" "0 0 1:$said: r7 is rank 0, rank_3 is rank 1" '--number: the order of the command line'
is "$(ranks rank_3 r7 | sed 's/.*: //')" 'rank_3 is rank 0, r7 is rank 1' '--number: another order'
cp r7 r1
cp rank_3 r5
is "$(ranks r1 r5) $(ranks --label 8,9 r1 rank_3)" '0 1 5: 0 8 9:' '--number: names and labels come first'
sed 's/"args":{"name":"python"}/"args":{"name":"python","rank":4}/' r7 >r7own
sed 's/"args":{"name":"python"}/"args":{"name":"python","rank":6}/' rank_3 >rank_3own
is "$(ranks r7own rank_3own)" '0 4 6:' '--number: ranks of the profiles stay, and nothing is said'
cp r7 a
for name in b c d e; do
	sed "s/4201/500$(printf %d "'$name")/g" r7 >$name
done
is "$(ranks a b c d e | sed -n 's/.*: a is/a is/p')" 'a is rank 0, b is rank 1, c is rank 2, d is rank 3, and so on' '--number: many inputs'
is "$(nst ranks r7 rank_3 2>&1 >"$tmp/out" | head -n 1)" "nst-merge$said: r7 is rank 0, rank_3 is rank 1" 'nst ranks: they are numbered'
is "$(nst ranks --tsv r7 rank_3 2>/dev/null | cut -f 1 | paste -sd ' ')" 'rank 0 1' 'nst ranks: by these numbers'
cd "$top" || exit 1

finish
