#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-sum tells of states is what they add up to: by GPU, by step, by cause.
. tests/tap.sh

# check NAME: of the stream in $tmp/states.
check() {
	nst-sum --names raw --by none --json "$tmp/states" >"$tmp/sum" 2>"$tmp/err"
	is "$? $(grep -v 'the span leaves out' "$tmp/err")" '0 ' "$1: status and no message"
	jq -c 'select(.gpu_time) | del(.[keys[] | select(endswith("_share"))]) | with_entries(select(.value != 0 or .key == "device"))' "$tmp/sum" >"$tmp/got"
	jq -sc '[.[] | select(.type == "gpu-state")] | group_by(.device)[] |
		{ device: .[0].device, gpu_time: map(.dur) | add } + (group_by(.name) | map({ (.[0].name): (map(.dur) | add) }) | add)' "$tmp/states" >"$tmp/want"
	jq -cS . "$tmp/got" >"$tmp/got2"
	jq -cS . "$tmp/want" >"$tmp/want2"
	same "$tmp/got2" "$tmp/want2" "$1: the states of each GPU"
	jq -cS 'select(.step_time) | del(.[keys[] | select(endswith("_share"))]) | with_entries(select(.value != 0 or .key == "step" or .key == "device"))' "$tmp/sum" | sort >"$tmp/got"
	jq -scS '[.[] | select(.type == "gpu-state")] | if any(.step) then group_by([.device, .step])[] |
		{ device: .[0].device, step_time: map(.dur) | add } + (if .[0].step == null then {} else { step: .[0].step } end) +
		(group_by(.name) | map({ (.[0].name): (map(.dur) | add) }) | add) else empty end' "$tmp/states" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$1: by step"
	jq -cS 'select(.waits) | del(.idle_share)' "$tmp/sum" | sort >"$tmp/got"
	jq -scS '[.[] | select(.name == "idle" and .type == "gpu-state")] | group_by([.device, .args.cause, .args.kind, .args.blame])[] |
		{ device: .[0].device, waits: length, idle: map(.dur) | add } + (.[0].args | del(.tid, .before_call, .in_call, .after_call))' "$tmp/states" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$1: by what was to blame"
	is "$(jq -s 'map(select(.gpu_time)) | map([to_entries[] | select(.key | endswith("_share")).value] | add | round) | unique' -c "$tmp/sum")" '[100]' "$1: shares add up"
	nst-sum --names raw --by type,device,name,cause,kind,blame --json "$tmp/states" |
		jq -c 'select(.type == "gpu-state") | [.device, .name, .cause, .kind, .blame, .count, .total]' | sort >"$tmp/got"
	jq -sc '[.[] | select(.type == "gpu-state")] | group_by([.device, .name, .args.cause, .args.kind, .args.blame])[] |
		[.[0].device, .[0].name, .[0].args.cause, .[0].args.kind, .[0].args.blame, length, (map(.dur) | add)]' "$tmp/states" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$1: the same with --by"
}

for name in sample pytorch-nccl-2gpu-3.25.0 cloverleaf-3.13.2; do
	if [ ! -e "$(profile $name)" ]; then
		report 0 "$name # SKIP it is not there"
		continue
	fi
	nst-dump "$(profile $name)" 2>/dev/null | nst-link 2>/dev/null | nst-step 2>/dev/null | nst-state --min 2us >"$tmp/states"
	check "$name"
done

# Of states that cross the edge of a window a part counts.
nst-sum --names raw --by none --json --from 15 --to 35 --partial tests/nst-state/states.ndjson 2>"$tmp/err" | jq -c 'select(.gpu_time or .waits) | del(.[keys[] | select(endswith("_share"))])' >"$tmp/got"
printf '%s\n' '{"device":0,"gpu_time":20,"idle":12,"compute":8}' '{"device":0,"waits":1,"idle":5,"cause":"short"}' '{"device":0,"waits":1,"idle":7,"cause":"host","kind":"sync","blame":"f"}' | sort >"$tmp/want"
sort "$tmp/got" >"$tmp/got2"
same "$tmp/got2" "$tmp/want" 'in a window its part'

# For people, two GPUs of one number have their process, and no more rows than are asked for.
nst-sum --names raw --top 1 tests/nst-state/states.ndjson 2>"$tmp/err" | sed -n '/^states/,/^gpu-state/p' | sed '$d' >"$tmp/got"
same "$tmp/got" tests/nst-state/states.table 'for people'

finish
