#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-sum as a program among the others: command line, input in pieces and of odd shape, bad lines,
# output that cannot be written.
. tests/tap.sh

small=$top/tests/stream/small.ndjson
mixed=$top/tests/nst-sum/cases/mixed.in.ndjson

run nst-sum --help
is "$status $(cat "$tmp/err")" '0 ' '--help: status and no message'
run nst-sum --version
is "$status $(cat "$tmp/out" "$tmp/err")" "0 nst-sum $(cat VERSION)" '--version'
for case in "--unknown:unknown option '--unknown'" "-x:unknown option '-x'" '--partial=1:--partial takes no value' \
	"--colums=x:unknown option '--colums'; is it '--columns'?" '--top:--top needs a value' \
	"--type=kernel:unknown option '--type': nst-filter selects events"; do
	option=${case%%:*}
	run nst-sum "$small" "$option"
	is "$status $(cat "$tmp/out")" '2 ' "$option: status 2 and no output"
	is "$(cat "$tmp/err")" "nst-sum: ${case#*:}
Try 'nst-sum --help'." "$option: what is wrong"
done
run nst-sum "$small" "$small"
is "$status $(cat "$tmp/out")" '2 ' 'two files are a usage error'
run nst-sum "$tmp/missing"
is "$status $(cat "$tmp/out" "$tmp/err")" "1 nst-sum: $tmp/missing: No such file or directory" 'missing file'
run nst-sum "$tmp"
is "$status $(cat "$tmp/err")" "1 nst-sum: $tmp: Is a directory" 'directory'

# How the input comes makes no difference.
nst-sum --json "$mixed" >"$tmp/want"
for way in 'cat' 'dd bs=1 status=none' 'dd bs=97 status=none' 'sed s/$/\r/' 'sed G'; do
	$way <"$mixed" | nst-sum --json >"$tmp/got"
	same "$tmp/got" "$tmp/want" "input through $way"
done
printf %s "$(cat "$mixed")" | nst-sum --json - >"$tmp/got"
same "$tmp/got" "$tmp/want" 'the last line may lack its newline; - is standard input'
sed '1d;$d' "$mixed" | nst-sum --json >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a stream without header'
sort -m -s -t: -k2,2n "$mixed" "$mixed" | nst-sum --tsv --by type >"$tmp/got"
nst-sum --tsv --by type "$mixed" | awk -F '\t' 'NR > 1 { print $1, 2 * $2, 2 * $3 }' >"$tmp/want"
is "$(awk -F '\t' 'NR > 1 { print $1, $2, $3 }' "$tmp/got")" "$(cat "$tmp/want")" 'two streams in one'
tac "$mixed" | sed '1d;$d' | nst-sum --tsv 2>"$tmp/err" | sort >"$tmp/got"
nst-sum --tsv "$mixed" | awk -F '\t' -v OFS='\t' 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "self") self = i } NR > 1 { $self = "" } 1' | sort >"$tmp/want"
same "$tmp/got" "$tmp/want" 'the order does not matter, but for the self time'
is "$(cat "$tmp/err")" 'nst-sum: the ranges are not in order of ts, so there is no self time: sort -s -t: -k2,2n' '... which says so'

# Bad lines end it, with what came before in the table.
while IFS= read -r line; do
	printf '%s\n' '{"ts":0,"dur":5,"type":"osrt","name":"good"}' "$line" '{"ts":2,"dur":7,"type":"osrt","name":"good"}' >"$tmp/in"
	run nst-sum --tsv --by type "$tmp/in"
	like "$status $(sed 's/ (byte [0-9]*)$//' "$tmp/err")" "^1 nst-sum: $tmp/in:2: bad line: " "refused: $line"
	is "$(sed 1d "$tmp/out" | cut -f 1-3)" 'osrt	1	5' '... with what came before'
done <<'LINES'
nope
{"ts":1
{"ts":1}x
[{"ts":1}]
{"dur":1}
{"ts":1.5}
{"ts":1,"dur":-1}
{"ts":1,"dur":1e3}
{"ts":1,"dur":9223372036854775808}
{"ts":1,"dur":"1"}
{"ts":1,"type":7}
{"ts":1,"name":["x"]}
{"ts":1,"a":"\ud8"}
LINES

# Long, deep.
{
	printf '{"ts":1,"dur":1,"type":"kernel","name":"'
	head -c 10000000 /dev/zero | tr '\0' y
	printf '"}\n{"ts":2,"dur":1,"type":"kernel","name":"k","nvtx":'
	head -c 10000 /dev/zero | tr '\0' '['
	head -c 10000 /dev/zero | tr '\0' ']'
	printf '}\n'
} >"$tmp/in"
run nst-sum --tsv --by nvtx:all,name "$tmp/in"
is "$status $(cat "$tmp/err") $(wc -l <"$tmp/out") $(head -n 2 "$tmp/out" | tail -n 1 | cut -f 2 | wc -c)" '0  3 10000001' 'a name of 10 MB, and nesting of 10,000'
awk 'BEGIN {
	printf "{\"ts\":1,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"nvtx\":["
	for (i = 0; i < 200000; i++) printf "%s\"r%d\"", i ? "," : "", i % 100000
	print "]}"
}' >"$tmp/in"
run nst-sum --tsv --by nvtx:all "$tmp/in"
is "$status $(wc -l <"$tmp/out")" '0 100001' '200,000 ranges around a kernel, each name twice'

# Many groups, and the same ones again: the table of groups grows, and finds them.
awk 'BEGIN { for (j = 0; j < 3; j++) for (i = 0; i < 60000; i++)
	printf "{\"ts\":%d,\"dur\":%d,\"type\":\"%s\",\"name\":\"n%d\",\"pid\":%d}\n", i, i + j, i % 2 ? "osrt" : "kernel", i % 50000, i % 7 }' >"$tmp/in"
nst-sum --tsv --by pid,name,type "$tmp/in" | sed 1d | cut -f 1-5,9,10 | sort >"$tmp/got"
jq -r '[.pid, .name, .type, .dur] | @tsv' "$tmp/in" | awk -F '\t' '{
	k = $1 "\t" $2 "\t" $3; n[k]++; sum[k] += $4
	if (!(k in min) || $4 < min[k]) min[k] = $4
	if ($4 > max[k]) max[k] = $4
} END { for (k in n) print k "\t" n[k] "\t" sum[k] "\t" min[k] "\t" max[k] }' | sort >"$tmp/want"
same "$tmp/got" "$tmp/want" '60,000 groups'
nst-sum --csv "$tmp/in" >"$tmp/csv"
is "$(jq -rRn '[inputs] | length' "$tmp/csv")" "$(nst-sum --json "$tmp/in" | tablerows | wc -l | awk '{ print $1 + 1 }')" 'CSV has a line for each, and one for the headings'
run nst-sum --json "$tmp/in"
is "$status $(grep -c -e '"span":' -e '"busy":' "$tmp/out")" '0 0' 'events out of order: no records of the span and GPUs'
like "$(cat "$tmp/err")" 'GPUs are not in order of ts, so there are no records of the span' '... which says so'

# A full disk, nobody reading, no output.
for form in --tsv --csv --json --wide; do
	status=0
	nst-sum --by type,name "$form" "$tmp/in" >/dev/full 2>"$tmp/err" || status=$?
	is "$status $(cat "$tmp/err")" '1 nst-sum: standard output: No space left on device' "$form: full disk"
done
status=0
nst-sum "$small" >&- 2>"$tmp/err" || status=$?
is "$status $(grep -c '^nst-sum: standard output: ' "$tmp/err") $(wc -l <"$tmp/err")" '1 1 1' 'no standard output'
{
	env --default-signal=PIPE nst-sum --by name "$tmp/in" 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -n 1 >"$tmp/out"
is "$(cat "$tmp/status" "$tmp/err")" 141 'a closed pipe ends it'
{
	env --ignore-signal=PIPE nst-sum --by name "$tmp/in" 2>"$tmp/err"
	echo $? >"$tmp/status"
} | head -n 1 >"$tmp/out"
is "$(cat "$tmp/status" "$tmp/err")" '1
nst-sum: standard output: Broken pipe' 'with SIGPIPE ignored it says so, once'

# SQLite reads back from CSV what JSON says, but for NUL, which it takes for an end; TSV has the
# same with the escapes of JSON.
names=$top/tests/nst-sum/cases/names.in.ndjson
nst-sum --json "$names" | tablerows | grep -v nul | jq -c '[.name // "", .count, .total]' | sort >"$tmp/want"
nst-sum --csv "$names" | sed '/^kernel,nul/d' >"$tmp/csv"
sqlite3 :memory: '.mode csv' ".import $tmp/csv t" '.mode list' 'SELECT json_array(name, count + 0, total + 0) FROM t' | jq -c . | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'CSV has the names of JSON'
nst-sum --tsv "$names" | grep -v nul | awk -F '\t' 'NR > 1 { gsub(/"/, "\\\"", $2); print "[\"" $2 "\"," $3 "," $4 "]" }' | jq -c . | sort >"$tmp/got"
same "$tmp/got" "$tmp/want" 'TSV has them too'

finish
