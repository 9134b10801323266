#!/bin/sh
# SPDX-License-Identifier: MIT
# What nst-link owes on the sample: ranges by thread and by device, calls that are missing, graphs
# launched whole and node by node.
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null >"$tmp/dump"
nst-link "$tmp/dump" >"$tmp/linked" 2>"$tmp/err"
nst-link --ops kernel "$tmp/dump" >"$tmp/kernels" 2>"$tmp/err"
grep '"type":"nvtx-kernel"' "$tmp/linked" >"$tmp/ranges"
grep -E '"type":"(kernel|memcpy|memset|graph)"' "$tmp/linked" >"$tmp/gpu"

# ask FILE FILTER: jq over all records of a file at once.
ask() {
	jq -sc "$2" "$tmp/$1"
}

is "$(ask ranges 'map(select(.pid == 4201 and .name == "optimizer")) | [length, (map(.device) | unique)]')" '[12,[0,1]]' \
	'a range that launched kernels on two GPUs is there once for each'
is "$(ask ranges 'map([.pid, .tid, .device, .name, .domain, .args.range.ts]) | length - (unique | length)')" 0 'a range is never there twice for one GPU'
is "$(ask ranges 'map(select(.pid == 4201 and .name == "evaluate")) | map([.device, .args.count]) | unique')" '[[1,1]]' 'a graph launched as a unit counts as one'
is "$(grep -c '"name":"evaluate"' "$tmp/kernels" )" "$(grep -c '"name":"evaluate"' "$tmp/dump")" 'without graph in --ops its range is not projected'
is "$(ask gpu 'map(select(.type == "graph") | [.pid, .device, .launch.name, .nvtx[-1]]) | [length, unique]')" \
	'[6,[[4201,1,"cudaGraphLaunch_v10000","evaluate"]]]' 'a graph launched as a unit has its call and its ranges'
is "$(ask gpu 'map(select(.args.graph_node)) | [length, (group_by([.pid, .corr]) | map(length) | unique), (map(.nvtx[-1]) | unique)]')" \
	'[48,[4],["clip_grad_norm"]]' 'of a graph launched as nodes each node has the call of the graph'
is "$(ask gpu 'map(select(.args.graph_node)) | group_by([.pid, .corr]) | map(map(.launch) | unique | length) | unique')" '[1]' '... one and the same'
is "$(ask ranges 'map(select(.name == "clip_grad_norm") | .args.count) | [length, unique]')" '[12,[3]]' '... and all kernels of it count, copies do not'

is "$(ask gpu 'map(select(.launch | not) | [.type, .pid, .corr]) | unique')" '[["kernel",4201,2001],["memcpy",4201,null]]' \
	'the kernel whose call came before the capture has no launch, and pages of unified memory have none'
is "$(ask gpu 'map(select(.nvtx and (.launch | not))) | length')" 0 'without a launch no ranges'
is "$(ask gpu 'map(select(.launch and .launch.ts >= .ts)) | length')" 0 'every call began before what it launched'
is "$(ask gpu 'map(.launch.name // empty | select(test("^(cudaGraphLaunch|cudaMemcpyPeerAsync)$"))) | length')" 0 'a backtrace row is nobody'"'"'s call'

is "$(ask gpu 'map(select(.launch.tid == 4241 or .launch.tid == 4242) | .nvtx[]) | unique | map(sub("[0-9]"; "N")) | unique')" \
	'["Layer N backward","loss backward","ncclAllReduce"]' 'what the autograd thread launched is in its own ranges only'
is "$(ask gpu 'map(select(.launch.tid == 4251) | [.type, .nvtx]) | unique | map(.[0]) | unique')" '["memcpy"]' 'the loader launches copies'
is "$(grep -c '"name":"backward"' "$tmp/dump"; grep -c '"name":"backward"' "$tmp/ranges")" '12
0' 'the range around the backward pass, on a thread that only waits, claims nothing'
is "$(ask ranges 'map(select(.tid == 4241 or .tid == 4242) | .pid) | [length, unique]')" \
	"$(ask ranges 'map(select(.name | test("backward|nccl")) | .pid) | [length, unique]')" 'projected ranges say on which thread they were'

is "$(ask linked 'map(select(.type == "nvtx" and .open) | .name)')" '["Train"]' 'one range was never closed'
is "$(ask linked 'map(select(.type == "nvtx" and .endtid) | .name)')" '["prefetch batch 3"]' 'one ended on another thread'
nst-link --ops kernel,memcpy,memset,graph "$tmp/dump" >"$tmp/wide" 2>"$tmp/err"
is "$(grep -cE '"nvtx":\[.*"prefetch batch 3"' "$tmp/wide"; grep '"type":"nvtx-kernel"' "$tmp/wide" | grep -c 'prefetch batch 3')" '0
0' 'that is around nothing'
is "$(ask linked 'map(select(.type == "nvtx-kernel" and .args.range.open) | .name) | unique')" '["Train"]' 'the open one is, and its projection says so'
is "$(ask gpu 'map(select(.launch.tid == 4201) | .nvtx[0]) | unique')" '["Train"]' 'around all that its thread launches'
end=$(ask dump 'map(.ts + (.dur // 0)) | max')
is "$(ask linked 'map(select(.args.range.open).args.range | .ts + .dur) | unique')" "[$end]" 'to the end of the stream'

# The graph of clip_grad_norm was captured in the setup: its first three nodes in one range, the
# last in another.
nst-link --graphs "$tmp/dump" >"$tmp/graphs" 2>"$tmp/err"
is "$(ask gpu 'map(select(.captured) | [.args.graph_node % 65536, .captured[-1], .nvtx[-1]]) | unique')" \
	'[[1,"capture norms","clip_grad_norm"],[2,"capture norms","clip_grad_norm"],[3,"capture norms","clip_grad_norm"],[4,"capture scaling","clip_grad_norm"]]' \
	'what a graph launched says where each node was captured, and where it was launched'
is "$(ask gpu 'map(select(.args.graph_node and (.captured | not))) | length')" 0 'each of them does'
is "$(ask graphs 'map(select(.type == "nvtx-kernel" and .pid == 4202 and (.name | startswith("capture"))) | [.name, .args.count, .args.sum]) | sort')" \
	"$(ask gpu 'map(select(.captured and .type == "kernel" and .pid == 4202)) | group_by(.captured[-1]) | map([.[0].captured[-1], length, (map(.dur) | add)]) | sort')" \
	'with --graphs it counts there'
ask linked 'map(select(.type == "nvtx-kernel" and .name == "Train"))' >"$tmp/want"
ask graphs 'map(select(.type == "nvtx-kernel" and .name == "Train"))' >"$tmp/got"
same "$tmp/got" "$tmp/want" 'once for a range around both'

is "$(ask gpu 'map(.nvtx // [] | select(index("warm-up")) | map(select(test("^(Step|warm)"))) | join(" > ")) | unique')" '["Step 0 > warm-up","warm-up > Step 1"]' \
	'a start/end range from the middle of one step to the middle of the next is inside the first and around the second'

finish
