#!/bin/sh
# SPDX-License-Identifier: MIT
# The sample stalls on purpose at its end, 290 us each time: what nst-sample says there was in the
# way is what nst-state blames.
. tests/tap.sh

nst-dump "$(profile sample)" 2>/dev/null | nst-link 2>/dev/null | nst-state >"$tmp/states"
jq -r 'select(.type == "gpu-state" and .device == 0 and .dur == 290000) | [.args.cause, .args.kind // "-", .args.blame] | join(" ")' "$tmp/states" >"$tmp/got"
cat >"$tmp/want" <<'END'
host sync cudaDeviceSynchronize
host alloc cudaHostAlloc
host copy cudaMemcpyAsync
host cuda cudaEventCreateWithFlags
host os read
host range next shard
profiler - CUPTI Buffer flush
launch - cudaLaunchKernel
host range Train
device copy Memcpy Host-to-Device
device stream stream 7
device event event 42
device gpu reduce_kernel
END
same "$tmp/got" "$tmp/want" 'each stall has its cause'
is "$(jq -r 'select(.type == "gpu-state" and .device == 1 and .args.cause == "device") | "\(.args.kind) \(.args.blame)"' "$tmp/states" | uniq -c | tr -s ' ')" \
	' 6 gpu Memcpy Peer-to-Peer' 'the second GPU waits in each step for the weights from the first'
is "$(jq -r 'select(.type == "gpu-state" and .name == "idle" and .args.cause == "unknown") | .device' "$tmp/states" | sort | uniq -c | tr -s ' ')" ' 2 0' \
	'nobody launched what moved pages'
is "$(jq -s '[.[] | select(.type == "gpu-state" and .args.cause == "launch latency")] | length > 1000 and all(.dur < 10000)' "$tmp/states")" true \
	'between launches in time there is but their latency'

finish
