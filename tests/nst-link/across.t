#!/bin/sh
# SPDX-License-Identifier: MIT
# nst-link --across threads: launches belong to ranges of threads that wait for them, and to no
# others.
. tests/tap.sh

# linked OPTION...: what each kernel of the stream on standard input is in, how much of it is
# inherited, and which ranges held launches.
linked() {
	cat >"$tmp/in"
	nst-link --partial "$@" "$tmp/in" >"$tmp/linked" 2>"$tmp/err" || echo "status $?"
	jq -r 'if .type == "kernel" then "\(.name): \(.nvtx // [] | join(" > "))\(if .inherited then " (\(.inherited))" else "" end)"
		elif .type == "nvtx-kernel" then "\(.name) \(.args.count) \(.args.inherited // 0)" else empty end' "$tmp/linked"
}

# launch TS TID NAME: a call and its kernel.
launch() {
	echo "{\"ts\":$1,\"dur\":2,\"type\":\"cuda-api\",\"name\":\"c\",\"pid\":1,\"tid\":$2,\"corr\":$1}"
	echo "{\"ts\":$(($1 + 5)),\"dur\":1,\"type\":\"kernel\",\"name\":\"$3\",\"pid\":1,\"device\":0,\"corr\":$1}"
}

# range TS DUR TID NAME
range() {
	echo "{\"ts\":$1,\"dur\":$2,\"type\":\"nvtx\",\"name\":\"$4\",\"pid\":1,\"tid\":$3}"
}

# A step of the main thread, 1, whose backward pass thread 2 launches in operators of its own.
step() {
	range 0 1000 1 step
	range 0 300 1 forward
	launch 50 1 f1
	launch 100 1 f2
	range 310 380 1 backward
	[ "$1" -eq 0 ] || launch 320 1 fill
	for i in 1 2 3 4 5 6 7 8; do
		range $((300 + i * 40)) 20 2 "op $i"
		launch $((305 + i * 40)) 2 "b$i"
	done
	range 700 200 1 optimizer
	launch 750 1 o1
}
sorted() {
	sort -s -t: -k2,2n
}

step 0 | sorted | linked --across threads >"$tmp/got"
cat >"$tmp/want" <<'END'
f1: step > forward
f2: step > forward
b1: step > backward > op 1 (2)
b2: step > backward > op 2 (2)
b3: step > backward > op 3 (2)
b4: step > backward > op 4 (2)
b5: step > backward > op 5 (2)
b6: step > backward > op 6 (2)
b7: step > backward > op 7 (2)
b8: step > backward > op 8 (2)
o1: step > optimizer
step 11 8
forward 2 0
backward 8 8
op 1 1 0
op 2 1 0
op 3 1 0
op 4 1 0
op 5 1 0
op 6 1 0
op 7 1 0
op 8 1 0
optimizer 1 0
END
same "$tmp/got" "$tmp/want" 'a thread that waits in a range has what the other launches meanwhile, in order and marked'
is "$(cat "$tmp/err")" '' 'nothing to say about that'
step 1 | sorted | linked --across threads >"$tmp/got"
is "$(grep -E 'fill|b1:|^backward' "$tmp/got")" 'fill: step > backward
b1: step > backward > op 1 (2)
backward 9 8' 'a launch of its own at the start, one for eight, does not change that'

step 0 | sorted | linked >"$tmp/got"
is "$(grep -cE 'backward|inherited' "$tmp/linked") $(grep -E '^step' "$tmp/got")" '1 step 3 0' 'without the option a launch belongs to its thread'
is "$(cat "$tmp/err")" "nst-link: $tmp/in: thread 1 waits in a range 'backward' for the work that thread 2 launches: --across threads counts it there, too" \
	'and that is said, once'
step 0 | sorted | linked --quiet >"$tmp/quiet"
same "$tmp/quiet" "$tmp/got" '--quiet: the same stream'
is "$(cat "$tmp/err")" '' '... without the message'

# unchanged DESCRIPTION: the stream that was made is the same with and without the option, and
# nothing is said.
unchanged() {
	sorted <"$tmp/made" >"$tmp/sorted"
	linked <"$tmp/sorted" >"$tmp/want"
	is "$(cat "$tmp/err")" '' "$1: nothing is said"
	linked --across threads <"$tmp/sorted" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$1"
}

{
	range 0 1000 1 'train A'
	range 0 1000 2 'train B'
	for i in 1 2 3 4 5 6 7 8 9; do
		launch $((i * 100)) 1 "a$i"
		launch $((i * 100 + 50)) 2 "b$i"
	done
} >"$tmp/made"
unchanged 'two threads with work of their own in long ranges'
{
	for i in 0 1 2 3 4 5 6 7 8 9; do
		range $((i * 100)) 95 1 "A$i"
		launch $((i * 100 + 10)) 1 "a$i"
		range $((i * 100 + 50)) 95 2 "B$i"
		launch $((i * 100 + 60)) 2 "b$i"
	done
} >"$tmp/made"
unchanged 'two threads with one launch in each of many ranges'
{
	for i in 0 1 2 3 4 5 6 7 8 9; do
		range $((i * 100)) 95 1 "A$i"
		launch $((i * 100 + 10)) 1 "a$i"
		range $((i * 100 + 20)) 70 2 "B$i"
		launch $((i * 100 + 60)) 2 "b$i"
	done
} >"$tmp/made"
unchanged 'two threads in step'
{
	for i in 0 1 2 3 4 5 6 7 8 9; do
		range $((i * 100)) 95 1 "A$i"
		range $((i * 100)) 50 1 "prepare $i"
		launch $((i * 100 + 70)) 1 "a$i"
		range $((i * 100 + 20 + i * 3)) 25 2 "B$i"
		launch $((i * 100 + 30 + i * 3)) 2 "b$i"
		range $((i * 100 + 60)) 20 2 "B$i again"
		launch $((i * 100 + 65)) 2 "c$i"
	done
} >"$tmp/made"
unchanged 'a thread whose launches now and then fall into a silent range of another'
{
	range 0 1000 1 all
	range 90 15 1 'a pause'
	launch 95 2 b1
	launch 200 1 a1
	launch 300 2 b2
	launch 400 1 a2
} >"$tmp/made"
unchanged 'a range that goes on with launches of its own'
{
	range 0 1000 1 all
	step 0 | sed -n 's/"pid":1,\("tid":2\|"device"\)/"pid":2,\1/p'
} >"$tmp/made"
unchanged 'threads of different processes'

step 0 | sorted >"$tmp/step"
nst-link --partial --across threads <"$tmp/step" >"$tmp/want"
# shellcheck disable=SC2002 # a pipe is the point
cat "$tmp/step" | nst-link --partial --across threads >"$tmp/got"
same "$tmp/got" "$tmp/want" 'a pipe is read twice as a file is'
is "$(ls "$tmp"/nst-* 2>/dev/null)" '' 'and leaves no file behind'
run nst-link --across threads "$tmp/step"
is "$status" 0 'a stream without header'
printf '%s\n' '{"ts":5}' '{"ts":4}' >"$tmp/in"
run nst-link --partial --across threads "$tmp/in"
like "$status $(cat "$tmp/err")" "^1 nst-link: $tmp/in:2: ts 4 comes after 5" 'what is wrong is said by the second reading, once'

# The sample knows by its construction what autograd launches for main.
nst-dump "$(profile sample)" 2>/dev/null >"$tmp/dump"
nst-link --across threads "$tmp/dump" >"$tmp/linked"
autograd='.type == "kernel" and (.launch.tid == 4241 or .launch.tid == 4242)'
is "$(jq -c "select($autograd) | [.inherited > 0, (.nvtx | index(\"backward\")) + 1 == .inherited]" "$tmp/linked" | sort -u)" '[true,true]' \
	'sample: all that autograd launches is in the backward pass of main, the last of what it inherits'
is "$(jq -s "map(select($autograd)) | length" "$tmp/linked")" \
	"$(jq -s 'map(select(.type == "nvtx-kernel" and .name == "backward").args | .inherited) | add' "$tmp/linked")" 'sample: each once'
is "$(jq -c "select(.inherited and ($autograd | not))" "$tmp/linked" | wc -l)" 0 'sample: the loader takes nothing, and nothing is taken from it'
finish
