#!/bin/sh
# SPDX-License-Identifier: MIT
# Which ranges are steps without being asked for: the names of the list in the manual, the first
# kind that comes in a process, and no others.
. tests/tap.sh

# step NAME: the step of a range of that name.
step() {
	jq -nc --arg name "$1" '{ts: 1, dur: 2, type: "nvtx", name: $name, pid: 1, tid: 1}' | nst-step --partial 2>"$tmp/err" | jq -r '.step // "none"'
}

while IFS='|' read -r name wanted; do
	is "$(step "$name")" "$wanted" "'$name': $wanted"
done <<'END'
ProfilerStep#12|12
step_7|7
Step 1|1
iteration 3|3
iter: 4|4
Iteration#5|5
STEP=6|6
global_step 8|8
train_step 9|9
training step 10|10
train-iter-11|11
step 13 (warm-up)|13
batch 14|14
train_batch_15|15
step|0
train_step|0
Iteration|0
training_batch|0
step7x|none
stepper 1|none
batch|none
footstep 1|none
Optimizer.step#SGD.step|none
steps 3|none
step one|none
END

# The first kind is that of the process: what is inside or beside is no step.
jq -nc '[["epoch 1", 0, 99], ["train_step", 1, 8], ["batch 1", 2, 3], ["batch 2", 10, 3], ["train_step", 20, 9], ["batch 3", 21, 3]][]
	| {ts: .[1], dur: .[2], type: "nvtx", name: .[0], pid: 1, tid: 1}' | nst-step --partial | jq -r '[.name, .step // "none"] | join(" ")' >"$tmp/got"
cat >"$tmp/want" <<'END'
epoch 1 none
train_step 0
batch 1 0
batch 2 none
train_step 1
batch 3 1
END
same "$tmp/got" "$tmp/want" 'the first kind of name counts'
grep -o '"^[^"]*"\|"(?i)[^"]*"' lib/step/rangenames.c | sed 's/^"//; s/"$//; s/\\\\/\\/g' >"$tmp/want"
# an indented line continues an expression
sed -e ':a' -e 'N' -e '$!ba' -e 's/\n    (/(/g' man/nst-step.1 |
	sed -n 's/\\e/\\/g; /^(?i)^/p; /^^/p' >"$tmp/got"
ok "the list is read ($(wc -l <"$tmp/want"))" test -s "$tmp/want"
same "$tmp/got" "$tmp/want" 'the manual has the same list'

# Names with any first letter, also the long s, which is an s in other case: jq tests the same
# patterns. Each name is in a process of its own.
jq -nc '[[range(32; 127) | [.] | implode], "", "ſ", "é"] | flatten as $first |
	["", "step 1", "tep 1", "ter 2", "teration", "rain_step 3", "raining-iter", "rain batch",
	"lobal_step 4", "atch 5", "batch 6", "rofilerStep#7"] as $rest |
	[$first[] as $a | $rest[] as $b | $a + $b | select(. != "")] | to_entries[] |
	{ts: .key, dur: 1, type: "nvtx", name: .value, pid: .key, tid: 1}' >"$tmp/names"
jq -c --rawfile patterns "$tmp/want" '($patterns | split("\n") | map(select(. != ""))) as $patterns |
	select(any(.name | test($patterns[]); .)) | .name' "$tmp/names" >"$tmp/matched"
nst-step --partial "$tmp/names" 2>"$tmp/err" | jq -c 'select(.step) | .name' >"$tmp/got"
ok "names with any first letter: $(wc -l <"$tmp/matched") steps" test -s "$tmp/matched"
same "$tmp/got" "$tmp/matched" '... the same as jq finds'
finish
