#!/bin/sh
# SPDX-License-Identifier: MIT
# The states of a GPU are a track on top of it, and what is queued in its streams are counters.
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null | nst-state --queue >"$tmp/states"
nst-chrome "$tmp/states" >"$tmp/trace"
is "$(jq -c '[.[] | select(.ph == "X" and .cat == "gpu-state")] | group_by(.pid)[] | [length, ([.[].dur] | add * 1000 | round)]' "$tmp/trace")" \
	"$(jq -sc '[.[] | select(.type == "gpu-state")] | group_by(.device)[] | [length, ([.[].dur] | add)]' "$tmp/states")" \
	'nst-chrome: each state is a slice of its GPU'
is "$(jq -c '[.[] | select(.ph == "M" and .name == "thread_sort_index")] as $sorted |
	[.[] | select(.cat == "gpu-state" and .name != "before")] | group_by(.pid)[] | [.[].tid] | unique | length as $tracks | .[0] as $tid |
	[$tracks, ([$sorted[] | select(.tid == $tid)][0].args.sort_index == ([$sorted[] | select(.pid == ($sorted[] | select(.tid == $tid)).pid) | .args.sort_index] | min))]' "$tmp/trace")" \
	'[1,true]
[1,true]' 'on one track, the first'
is "$(jq -c '[.[] | select(.cat == "gpu-state")] | group_by(.pid)[] | (map(select(.name == "before").tid) | unique) as $before |
	[($before | length), any(.[]; .name != "before" and .tid == $before[0])]' "$tmp/trace")" \
	'[1,false]
[1,false]' 'but the time before is on a second track: a slice that comes late would cross the others in Perfetto'
is "$(jq '[.[] | select(.ph == "C" and (.name | startswith("Queue of stream ")))] | length' "$tmp/trace")" \
	"$(grep -c '"type":"gpu-queue"' "$tmp/states")" 'and what is queued is drawn'
ok 'nst-perfetto draws them too' sh -c "nst-perfetto --plain '$tmp/states' | grep -aq 'compute+communication'"

finish
