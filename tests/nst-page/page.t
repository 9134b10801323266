#!/bin/sh
# SPDX-License-Identifier: MIT
# A page of any stream: what is in a profile is text, the policy holds, sections without figures say
# so, and what went wrong is said in the page, too.
. tests/tap.sh

command -v jq >/dev/null || skipall "jq is not installed"
perl -MJSON::PP -e1 2>/dev/null || skipall "perl has no JSON::PP"
small=$top/tests/stream/small.ndjson
reads=$top/tests/nst-page/read

# stream LINE...: one of these events, whole.
stream() {
	printf '%s\n' '{"ts":0,"type":"stream","format":1}' "$@" '{"ts":9999,"type":"end","events":0}'
}

# digest ELEMENT: SHA-256 of what is in it, in base64.
digest() {
	"$reads" "$1" <"$tmp/out" | sha256sum | cut -c -64 | perl -ne 'print pack("H*", substr($_, 0, 64))' | base64
}

run nst-page "$small"
is "$status $(cat "$tmp/err")" '0 ' 'a page'
is "$(sed -n 's/.*http-equiv="Content-Security-Policy" content="\([^"]*\)".*/\1/p' "$tmp/out")" \
	"default-src 'none'; script-src 'sha256-$(digest script)'; style-src 'sha256-$(digest style)'; img-src data: blob:; base-uri 'none'; form-action 'none'" \
	'the policy knows the script and the style, and nothing else'
is "$(grep -c 'Content-Security-Policy' "$tmp/out")" 1 '... once'
is "$(grep -o '<section id="[a-z]*"' "$tmp/out" | cut -d '"' -f 2 | paste -sd ' ')" 'summary gpus utilisation timeline idle kernels ranges calls host steps warnings' 'the sections'
is "$(grep -o 'href="#[a-z]*"' "$tmp/out" | cut -d '#' -f 2 | tr -d '"' | paste -sd ' ')" "$(grep -o '<section id="[a-z]*"' "$tmp/out" | cut -d '"' -f 2 | paste -sd ' ')" \
	'links to all of them'
is "$(grep -c 'https\{0,1\}:' "$tmp/out") $("$reads" settings <"$tmp/out" | grep -c 'https:')" '1 1' 'no address but that of Perfetto, which the script opens when it is asked'
cp "$tmp/out" "$tmp/want"
nst-page "$small" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'the same page each time'

# Names that would be something else: each is read again as it was, where a name of that type can
# stand.
set -- '</script><img src=x onerror=alert(1)>' '<!--' ']]>' '"onmouseover="x' "'x" '&lt;b&gt;' '&#60;' '</title></style></td>' '{{x}}' 'javascript:alert(1)' '%s%n' \
	'\u0000\u0001\t\r\n\u001b[31m' '\u007f\u0085' '\u202eabc' '\ud800' '\u2028' 'é世界😀' '${x}`' '' '\ufeff' '\uffff' ' '
for name; do
	stream '{"ts":0,"type":"meta","name":"process","pid":1,"args":{"name":"'"$(printf '%s' "$name" | sed 's/"/\\"/g')"'"}}' \
		'{"ts":1,"type":"meta","name":"device","pid":1,"device":0,"args":{"name":"@","uuid":"@"}}' \
		'{"ts":10,"dur":50,"type":"nvtx","name":"@","pid":1,"tid":1}' \
		'{"ts":20,"dur":5,"type":"kernel","name":"@","pid":1,"device":0,"stream":7,"context":1,"launch":{"ts":11,"name":"@"},"nvtx":["@"]}' \
		'{"ts":25,"dur":5,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"@","kind":"@","blame":"@"}}' \
		'{"ts":30,"type":"diagnostic","name":"@","args":{"severity":"@"}}' |
		NAME="$name" perl -pe 's/@/$ENV{NAME} =~ s{"}{\\"}gr/ge' >"$tmp/in"
	run nst-page --title "$name" --perfetto "https://example.org/$name" "$tmp/in"
	is "$status $(cat "$tmp/err")" '0 ' "$name: a page"
	ok "$name: it is strict HTML" "$reads" tables <"$tmp/out"
	"$reads" tables <"$tmp/out" | jq -r 'select(.caption == "kernels") | .name // ""' >"$tmp/got"
	nst-sum --by type,name --tsv "$tmp/in" 2>/dev/null | awk -F '\t' '$1 == "kernel" { print $2 }' |
		perl -M-warnings -CS -pe 's/([\x7f-\x9f\x{200b}-\x{200f}\x{2028}-\x{202e}\x{2060}-\x{206f}\x{feff}])/sprintf "\\u%04x", ord $1/ge' >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: the kernel is called as nst-sum calls it, and what nobody sees is shown"
	is "$("$reads" tables <"$tmp/out" | jq -r 'select(.caption == "what was to blame") | .blame // ""')" "$(cat "$tmp/got")" "$name: and so is what was to blame"
	is "$("$reads" settings <"$tmp/out" | jq -r .perfetto)" "https://example.org/$name" "$name: the address is that given"
	is "$("$reads" figures <"$tmp/out" | jq -c .title)" "$(jq -cn --arg name "$name" '$name | if . == "" then "process 1" else . end')" "$name: the title is that given"
	is "$(grep -c -i '<img' "$tmp/out")" 0 "$name: no element of its own"
done

# data-name is a name that files may have.
for pair in 'run.nsys-rep=run' 'a b/c"=a_b_c_' '.hidden=_hidden' '../../x=_._.._x' 'é=__' 'x.ndjson.gz=x'; do
	is "$(nst-page --title "${pair%%=*}" "$small" | sed -n 's/.*data-name="\([^"]*\)".*/\1/p')" "${pair#*=}.pftrace" "the trace of ${pair%%=*} is called ${pair#*=}.pftrace"
done

# said PATTERN DESCRIPTION: the page has a text that matches.
said() {
	"$reads" texts <"$tmp/out" >"$tmp/texts"
	ok "$2" grep -q -e "$1" "$tmp/texts"
}

# sections: the sections of the page.
sections() {
	grep -o '<section id="[a-z]*"' "$tmp/out" | cut -d '"' -f 2 | paste -sd ' '
}

# Streams that lack something.
stream >"$tmp/in"
run nst-page "$tmp/in"
is "$status $(cat "$tmp/err")" "0 nst-page: $tmp/in: it has no event" 'no event: a page'
said '^The stream has nothing that ran on a GPU\.' 'no event: no GPU'
said 'it has no event' 'no event: the page says it, too'
is "$("$reads" tables <"$tmp/out" | wc -l)" 0 'no event: no table'
stream '{"ts":10,"dur":50,"type":"osrt","name":"read","pid":1,"tid":1}' >"$tmp/in"
run nst-page "$tmp/in"
is "$status $(cat "$tmp/err") $("$reads" tables <"$tmp/out" | jq -r .caption | sort -u)" '0  calls of the operating system' 'no GPU: no table is empty'
said 'nothing that ran on a GPU' 'no GPU: it says so'
is "$(sections)" 'summary timeline host warnings' 'no GPU: sections of what is not there are gone'
stream '{"ts":10,"dur":50,"type":"kernel","name":"k","pid":1,"device":0}' >"$tmp/in"
run nst-page "$tmp/in"
said 'The stream has no states: nst-state' 'no states'
said 'did not go through nst-link' 'not linked'
stream '{"ts":0,"dur":10000,"type":"osrt","name":"o","pid":1,"tid":1}' '{"ts":2000,"dur":500,"type":"kernel","name":"k","pid":1,"device":0}' \
	'{"ts":2500,"dur":500,"type":"kernel","name":"k","pid":1,"device":0}' '{"ts":6000,"dur":1000,"type":"kernel","name":"k","pid":1,"device":0}' >"$tmp/bar"
is "$(nst-page "$tmp/bar" 2>/dev/null | "$reads" bars)" '0 200 200 200 400 300 700 300' 'no states: a bar of the time before, busy, idle and after'
sed '1s/}/,"linked":true}/' "$tmp/in" >"$tmp/linked"
run nst-page "$tmp/linked"
said 'without a known launch: 1$' 'linked, but not this kernel'
# a filter may have taken what ran there: the page speaks of the stream alone
is "$(sections | grep -c ranges)" 0 'no range: no section of ranges'
stream '{"ts":5,"dur":5,"type":"nvtx","name":"n","pid":1,"tid":1}' | sed '1s/}/,"linked":true}/' >"$tmp/range"
run nst-page "$tmp/range"
said '^The stream has no range with a time on a GPU\.' 'linked, and no range with a time on a GPU'
sed '1s/}/,"from":5,"to":40}/' "$tmp/in" >"$tmp/window"
run nst-page "$tmp/window"
said 'Only a part of the time was kept: from 5 ns to 40 ns' 'a window that was kept'
stream '{"ts":10,"open":true,"type":"nvtx","name":"n","pid":1,"tid":1}' >"$tmp/in"
run nst-page "$tmp/in"
said 'never closed: 1:' 'a range that was never closed'
sed '1d; $d' "$tmp/in" >"$tmp/bare"
run nst-page "$tmp/bare"
said 'no header' 'no header'

stream '{"ts":5,"type":"diagnostic","name":"one\u0000two"}' >"$tmp/in"
run nst-page "$tmp/in"
said '^The profiler says: one\\u0000two$' 'a message with a NUL is one message'

# What was merged.
stream '{"ts":10,"dur":50,"type":"osrt","name":"read","pid":1,"tid":1}' |
	sed '1s/}$/,"merged":[{"name":"<r0>","rank":0,"host":0,"offset":0},{"name":"r1","rank":1,"host":0,"offset":-1500,"by":"utc"},7]}/' >"$tmp/in"
run nst-page "$tmp/in"
is "$("$reads" tables <"$tmp/out" | jq -c 'select(.caption == "streams that were merged") | del(.section, .caption)')" \
	'{"name":"<r0>","rank":0,"host":0,"offset":0}
{"name":"r1","rank":1,"host":0,"offset":-1500,"by":"utc"}' 'what was merged, and what moved its times'
is "$status $(grep -c '</tr>' "$tmp/out")" '0 5' '... and nothing else but the call'

# The date is that of the beginning of the span: utc is that of ts 0.
stream '{"ts":1000000005000,"dur":50,"type":"osrt","name":"read","pid":1,"tid":1}' | sed '1s/"ts":0/"ts":1000000000000/; 1s/}$/,"utc":1600000000000000000}/' >"$tmp/dated"
run nst-page "$tmp/dated"
said '; began 2020-09-13 12:43:20 UTC$' 'the date is that of the beginning'

# Input that is bad.
sed '$d' "$small" >"$tmp/cut"
run nst-page "$tmp/cut"
is "$status $(cat "$tmp/err")" "1 nst-page: $tmp/cut: truncated input: it has a header and no end record" 'truncated'
said 'The input went wrong' 'truncated: the page says it'
said 'truncated input: it has a header' '... and how'
ok 'truncated: what there was is a page' "$reads" tables <"$tmp/out"
run nst-page --partial "$tmp/cut"
is "$status $(cat "$tmp/err")" '0 ' '--partial takes it'
said 'The stream was cut' '--partial: the page says it'
nst-filter --partial "$tmp/cut" >"$tmp/filtered"
run nst-page "$tmp/filtered"
said 'The stream was cut' 'what was cut before: the page says it'
{
	head -n 4 "$small"
	echo bad
} >"$tmp/bad"
run nst-page "$tmp/bad"
is "$status $(cat "$tmp/err" | cut -d : -f 1-3)" "1 nst-page: $tmp/bad:5" 'a bad line'
said 'bad line' 'a bad line: the page says it'
for file in /dev/null "$tmp/missing" "$tmp" "$(profile sample)"; do
	run nst-page "$file"
	is "$status $(wc -c <"$tmp/out") $(wc -l <"$tmp/err")" '1 0 1' "${file##*/}: no page, and one line"
done
nst-page "$small" >/dev/full 2>"$tmp/err"
is "$? $(cat "$tmp/err")" '1 nst-page: standard output: No space left on device' 'a full disk'
for options in '--unknown' '--index' '--index --partial x' '--index --budget 1M x' "$small $small"; do
	# shellcheck disable=SC2086 # words
	run nst-page $options
	is "$status $(cat "$tmp/out")" '2 ' "nst-page $options is a usage error"
done

# An index.
mkdir "$tmp/runs"
nst-page --title first "$small" >"$tmp/runs/a.html"
sed 's/"dur":\([0-9]*\)/"dur":\10/' "$small" >"$tmp/longer"
nst-page --title '<b>"second"</b>' "$tmp/longer" >"$tmp/runs/b #?%é.html"
run nst-page --index "$tmp/runs/a.html" "$tmp/runs/b #?%é.html"
is "$status $(cat "$tmp/err")" '0 ' 'an index'
cp "$tmp/out" "$tmp/index"
ok 'it is strict HTML' "$reads" tables <"$tmp/index"
"$reads" tables <"$tmp/index" >"$tmp/tables"
is "$(jq -r .run "$tmp/tables")" 'first
<b>"second"</b>' 'the runs as they were named'
is "$(grep -o 'a href="[^"]*"' "$tmp/out" | tail -n 1)" "a href=\"$tmp/runs/b%20%23%3F%25%C3%A9.html\"" 'a link is percent-encoded'
for run in a 'b #?%é'; do
	"$reads" figures <"$tmp/runs/$run.html" | jq -c '[.span, .busy, .kernels, .kernel_time, .events]'
done >"$tmp/want"
jq -c '[.span, .busy, .kernels, .kernel_time, .events]' "$tmp/tables" >"$tmp/got"
same "$tmp/got" "$tmp/want" 'the figures are those of the pages'
is "$(jq -s '.[0].span_diff, (.[1] | .span_diff * 1000 | round)' "$tmp/tables" | paste -sd ' ')" \
	"0 $(jq -s '(.[1][0] - .[0][0]) / .[0][0] * 100000 | round' "$tmp/want")" 'differences are to the first'
is "$(jq -c 'has("busy_diff")' "$tmp/tables" | sort -u)" false 'less busy time is neither better nor worse: no difference of it'
# The use, of times that the test knows: 2 of 10 us, 3 of 10 us, and 3 of 10 us on two GPUs.
use() {
	nst-page --title "$1" >"$tmp/runs/use$1.html"
}
printf '{"ts":%d,"dur":%d,"type":"kernel","name":"k","pid":1,"device":%d}\n' 0 1000 0 9000 1000 0 | use 1
printf '{"ts":%d,"dur":%d,"type":"kernel","name":"k","pid":1,"device":%d}\n' 0 1000 0 8000 2000 0 | use 2
printf '{"ts":%d,"dur":%d,"type":"kernel","name":"k","pid":1,"device":%d}\n' 0 1000 0 5000 5000 1 | use 3
run nst-page --index "$tmp/runs/use1.html" "$tmp/runs/use2.html" "$tmp/runs/use3.html"
is "$("$reads" tables <"$tmp/out" | jq -c '[.run, .gpus, .busy, .use, .use_diff, .span_diff]')" '["1",1,2000,20,0,0]
["2",1,3000,30,10,0]
["3",2,6000,30,null,null]' 'the use over all GPUs, in points; runs on another number of GPUs are not compared'
is "$(jq -c 'has("median_step")' "$tmp/tables" | sort -u)" false 'no steps: no column of them'
is "$(grep -o '<caption>[a-z]*\|data-column="[a-z_]*_diff"' "$tmp/out" | paste -sd ' ')" \
	'<caption>runs data-column="span_diff" data-column="use_diff" data-column="kernel_time_diff" <caption>runs' 'which has no columns of differences'
is "$(grep -c '<caption>runs of other work' "$tmp/out")" 1 'runs of other work are in a table of their own'
is "$(grep -o '<th [^>]*>' "$tmp/out" | grep -v ' title="[^"]' | sort -u)" '' 'each column has an explanation'
# Times of 10, 10.5 and 10.6 us, and a run with a kernel more.
for end in 8000 8500 8600; do
	printf '{"ts":%d,"dur":%d,"type":"kernel","name":"k","pid":1,"device":%d}\n' 0 1000 0 $end 2000 0 | use $end
done
printf '{"ts":%d,"dur":%d,"type":"kernel","name":"k","pid":1,"device":%d}\n' 0 1000 0 2000 1000 0 8000 2000 0 | use other
run nst-page --index "$tmp/runs/use8000.html" "$tmp/runs/useother.html" "$tmp/runs/use8500.html" "$tmp/runs/use8600.html"
is "$("$reads" tables <"$tmp/out" | jq -c '[.run, .span_diff]')" '["8000",0]
["8500",5]
["8600",6]
["other",null]' 'a run with other kernels is not compared, and last'
is "$(grep -c 'class="slower"' "$tmp/out")" 0 'the noise of a span is not known: no colour'
# Communication that no computation hides, and idle time; findings.t has indexes with findings.
printf '%s\n' '{"ts":0,"type":"stream","format":1}' '{"ts":0,"dur":1000,"type":"kernel","name":"k","pid":1,"device":0,"stream":7}' \
	'{"ts":500,"dur":1500,"type":"kernel","name":"ncclDevKernel_AllReduce","pid":1,"device":0,"stream":8}' '{"ts":5000,"dur":1000,"type":"kernel","name":"k","pid":1,"device":0,"stream":7}' \
	'{"ts":6000,"type":"end","events":3}' | nst-link | nst-state | nst-advise >"$tmp/advised"
nst-page --title advised "$tmp/advised" >"$tmp/runs/advised.html"
run nst-page --index "$tmp/runs/advised.html" "$tmp/runs/use8000.html"
is "$("$reads" tables <"$tmp/out" | jq -c '[.run, .exposed, .idle, .findings]' | head -n 1)" '["advised",1000,3000,0]' 'exposed communication, idle time, no findings'
is "$("$reads" tables <"$tmp/out" | jq -c '[.idle_host, .idle_device, .idle_unknown, has("idle_profiler")]' | head -n 1)" '[null,null,3000,false]' 'idle time by cause, without causes that no run has'

# Counters: a table, or the reason why there is none.
counter() {
	printf '{"ts":%s,"type":"gpu-metric","name":"m","gpu":0,"value":%s}\n' "$@"
}
{ counter 1 10 && counter 2 30; } | nst-page --partial 2>/dev/null >"$tmp/out"
is "$("$reads" tables <"$tmp/out" | jq -c 'select(.caption == "counters") | [.name, .count, .max]')" '["m",2,30]' 'a table of counters'
printf '{"ts":%d,"type":"gpu-memory","name":"m","device":0,"value":%d,"args":{"unit":"B"}}\n' 1 1500000 2 57445187584 | nst-page --partial 2>/dev/null >"$tmp/out"
is "$("$reads" texts <"$tmp/out" | grep -c '^57\.445 GB$') $("$reads" tables <"$tmp/out" | jq 'select(.caption == "counters").max')" '1 57445187584' \
	'values in bytes have a unit of their size beside the number'
{ counter 2 10 && counter 1 30; } >"$tmp/unordered"
run nst-page --partial "$tmp/unordered"
is "$status $("$reads" tables <"$tmp/out" | grep -c counters)" '0 0' 'values in no order: a page without that table'
ok '... which says why' sh -c "'$reads' texts <'$tmp/out' | grep -q 'values of counters are not in order of ts'"

# steps LENGTH...: processes, each with five steps, most of them of such a length; work on GPUs
# comes before they begin, and does not count.
steps() {
	pid=1
	for most; do
		at=1000 step=7
		for length in 999 "$most" "$most" "$((most + 5))" 1; do
			echo "{\"ts\":$((at - 900)),\"type\":\"kernel\",\"pid\":$pid,\"step\":$step}"
			thread="\"pid\":$pid,\"tid\":1,\"step\":$step"
			echo "{\"ts\":$at,\"dur\":9,\"type\":\"nvtx\",$thread}"
			echo "{\"ts\":$((at + 1)),\"dur\":3,\"type\":\"nvtx\",$thread}"
			at=$((at + length)) step=$((step + 1))
		done
		pid=$((pid + 1))
	done | sort -s -t: -k2,2n
}
steps 2000 >"$tmp/steps"
nst-page --title steps "$tmp/steps" >"$tmp/runs/steps.html"
steps 3000 3002 | grep -v -e '"step":7' | nst-page --title more >"$tmp/runs/more.html"
steps 2000 | grep '"step":7' | nst-page --title one >"$tmp/runs/one.html"
run nst-page --index "$tmp/runs/steps.html" "$tmp/runs/more.html" "$tmp/runs/one.html" \
	"$tmp/runs/a.html"
ok 'steps: it is strict HTML' "$reads" tables <"$tmp/out"
is "$("$reads" tables <"$tmp/out" | jq -c '[.run, .median_step, .median_step_diff]')" \
	'["steps",2000,0]
["more",3002,50.1]
["one",null,null]
["first",null,null]' 'steps: their median, where a process has two'
like "$(cat "$tmp/runs/steps.html")" 'On the CPU, a step begins 2.000 us after the one before, in the median' \
	'steps: the page says it, too'
is "$(grep -c 'after the one before' "$tmp/runs/one.html")" 0 '... not of a single one'

# Medians of steps have a colour if their intervals do not overlap. Of six times that is from the
# first to the last, of nine from the second to the last but one: the binomial distribution has
# 2 / 2^6 and 2 (1 + 9) / 2^9 outside, both below 5 %, and more for five times or the third one.
paced() {
	at=1000 step=0
	for length in "$@" 1; do
		echo "{\"ts\":$at,\"dur\":1,\"type\":\"nvtx\",\"pid\":1,\"tid\":1,\"step\":$step}"
		at=$((at + length)) step=$((step + 1))
	done
}
n=0
for lengths in '100 101 102 103 104 105' '105 106 107 108 109 110' '106 107 108 109 110 111' '80 84 85 86 99 88' \
	'300 301 302 303 304' '99 106 107 108 109 110 111 112 113' '99 100 107 108 109 110 111 112 113' \
	'106 107 108 109 110 111 112 1 113'; do
	n=$((n + 1))
	# shellcheck disable=SC2086
	paced $lengths | nst-page --title $n >"$tmp/runs/pace$n.html"
done
# shellcheck disable=SC2046
paced $(seq 100 2100 | sort -R --random-source=/dev/zero) | nst-page >"$tmp/long"
is "$("$reads" figures <"$tmp/long" | jq -c '[.median_step, .median_step_low, .median_step_high]')" '[1100,1056,1144]' \
	'steps: the interval of 2001 times has the ranks that exact sums of the binomial distribution give'
for end in low high; do
	"$reads" figures <"$tmp/runs/pace6.html" | jq ".median_step_$end"
done >"$tmp/got"
is "$(paste -sd ' ' "$tmp/got")" '106 112' 'steps: the interval of nine times leaves out one at each end'
run nst-page --index "$tmp/runs/pace1.html" "$tmp/runs/pace"[2-8].html
is "$(grep -o '<a href="[^>]*>[0-9]\|class="[sf][^"]*er"' "$tmp/out" | sed 's/.*>//; s/class=//' | paste -sd ' ')" \
	'1 2 3 "slower" 4 "faster" 5 6 "slower" 7 8 "slower"' 'steps: a median beyond noise has a colour, one within has none'

# Ranges on a GPU have the thread that launched them, and come later and in no order.
sed -n 'p; s/"nvtx"/"nvtx-kernel"/; s/"step":/&1/; /nvtx-kernel/p' "$tmp/steps" >"$tmp/gpu"
nst-page "$tmp/gpu" >"$tmp/out" 2>"$tmp/err"
is "$(grep -c 'a step begins 2.000 us after the one before' "$tmp/out")" 1 'steps: ranges on a GPU begin none'
{
	cat "$tmp/steps"
	printf '{"ts":1,"dur":9,"type":"finding","name":"steps-vary","pid":1,"tid":1,"step":2}\n'
} >"$tmp/found"
nst-page --partial "$tmp/found" >"$tmp/out" 2>"$tmp/err"
is "$(grep -c 'a step begins 2.000 us after the one before' "$tmp/out") $(grep -c median_step "$tmp/err")" '1 0' 'steps: findings begin none'
# Where nothing says which event is the first of a step, no time is made up.
printf '{"ts":%d,"dur":9,"type":"nvtx","pid":1,"tid":1,"step":%d}\n' 100 5 50 6 >"$tmp/back"
run nst-page "$tmp/back"
is "$status $(grep -c 'after the one before' "$tmp/out") $(grep -c '"median_step"' "$tmp/out")" '0 0 0' 'steps: none of those in no order'
ok '... which is said' grep -q -x 'nst-page: the events of steps are not in order of ts, so there is no median_step: sort -s -t: -k2,2n' "$tmp/err"

cd "$tmp/runs" || exit
run nst-page --index a.html ./../runs/a.html "//$tmp/runs/a.html"
is "$(grep -o 'a href="[^"]*"' "$tmp/out" | paste -sd ' ')" "a href=\"a.html\" a href=\"./../runs/a.html\" a href=\"$tmp/runs/a.html\"" 'links are relative where the names are, and name no host'
echo '<html>' >other.html
: >empty.html
head -c 3000 a.html >half.html
printf '<script type="application/json" id="figures">{"nst":1}</script>' >forged.html
printf '<script type="application/json" id="figures">{"nst":"1","title":"x","span":1' >endless.html
head -c 1000000 /dev/zero >>endless.html
for file in other empty half forged endless missing; do
	run nst-page --index a.html $file.html
	is "$status $(grep -o 'a href="[^"]*"' "$tmp/out" | paste -sd ' ') $(wc -l <"$tmp/err")" '1 a href="a.html" 1' "$file: one line, and the others are listed"
done
nst-page "$tmp/cut" >cut.html 2>/dev/null
nst-page --partial "$tmp/cut" >partial.html
run nst-page --index a.html cut.html partial.html
is "$status $(cat "$tmp/err")" '0 nst-page: cut.html: its input was truncated: its figures are of the part that was read
nst-page: partial.html: its input was truncated: its figures are of the part that was read' 'an index of what was cut: it is said'
is "$("$reads" tables <"$tmp/out" | jq -r .run)" 'first
cut (cut)
cut (cut)' '... and stands there'
run nst-page --index other.html
is "$status $(cat "$tmp/out" "$tmp/err")" '1 nst-page: other.html: not a page of nst-page' 'no page at all: no index'
cd "$top" || exit

# How large pages are.
tests/bench/shape plain 100000 "$BUILD/sample.sqlite" "$tmp/many.sqlite" 2>/dev/null
nst-dump "$tmp/many.sqlite" 2>/dev/null | nst-link 2>/dev/null >"$tmp/many"
run nst-page "$tmp/many"
is "$status $(cat "$tmp/err")" '0 ' 'a page of 100,000 events and more'
ok '... is under 3 MB' test "$(wc -c <"$tmp/out")" -lt 3000000
finish
