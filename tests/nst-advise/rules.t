#!/bin/sh
# SPDX-License-Identifier: MIT
# Each rule of nst-advise finds a loss of known cost, and nothing where the cost is just below its
# threshold or the rule does not hold. The costs follow from the times in the lines, which are in
# ms; the span is mostly 100 ms.
. tests/tap.sh
. tests/nst-advise/made.sh

# A copy from 10 to 20 ms, of which a kernel on another stream covers 4 ms.
copies='range main 0 100
call cudaMemcpyAsync 9 9.1 1
copy Host-to-Device Pinned Device 100000000 10 20 1
call cudaLaunchKernel 9.2 9.3 2
on 1 0 8
kernel 16 100 2'
made "$copies"
is "$(finding copies-alone)" "6000000 gpu 1 main" "copies-alone: the part of a copy in which no kernel runs"
is "$(finding pageable-copy)$(finding sync-copy)$(finding slow-copy)" "" "a copy of pinned memory breaks no other rule"
grep -v gpu-state "$tmp/states" | nst-filter --from 12ms --to 100ms | nst-state >"$tmp/window" && mv "$tmp/window" "$tmp/states"
is "$(finding copies-alone) $(nst-advise "$tmp/states" | jq 'select(.type == "finding").args.of')" "4000000 gpu 1 main 88000000" \
	"copies-alone: in a window, only time inside counts"
made "$(printf '%s\n' "$copies" | sed 's/10 20 1$/14 20 1/')"
is "$(finding copies-alone)" "2000000 gpu 1 main" "copies-alone: 2 % of the span are enough"
made "$(printf '%s\n' "$copies" | sed 's/10 20 1$/14.001 20 1/')"
is "$(finding copies-alone)" "" "copies-alone: less than 2 % of the span are not reported"
made "$(printf '%s\n' "$copies" | sed 's/Host-to-Device Pinned Device/Device-to-Host Device Pinned/')"
is "$(finding copies-alone)" "" "copies-alone: other copies do not count"
# Two copies at once, on two streams, are one interval: 5 to 25 ms.
made 'range main 0 100
call cudaMemcpyAsync 1 1.1 1
copy Host-to-Device Pinned Device 100000000 5 20 1
call cudaMemcpyAsync 2 2.1 2
on 1 0 8
copy Host-to-Device Pinned Device 100000000 10 25 2
call cudaLaunchKernel 3 3.1 3
kernel 25 100 3'
is "$(finding copies-alone)" "20000000 gpu 2 main" "copies-alone: the union of copies at once"

made "$(printf '%s\n' "$copies" | sed 's/Pinned/Pageable/')"
is "$(finding pageable-copy)" "6000000 gpu 1 main" "pageable-copy: an asynchronous copy of pageable memory"
made "$(printf '%s\n' "$copies" | sed 's/Pinned/Pageable/; s/cudaMemcpyAsync/cudaMemcpy/')"
is "$(finding pageable-copy)" "" "pageable-copy: a synchronous one does not count"
is "$(finding sync-copy)" "6000000 gpu 1 main" "sync-copy: but is one of these"
# The copy returns at 20.5 ms, and the next kernel begins at 24 ms: the thread waited from 9 ms on.
# The gap is 4 ms.
made 'range main 0 100
call cudaMemcpy 9 20.5 1
copy Host-to-Device Pageable Device 100000000 10 20 1
call cudaLaunchKernel 23.9 23.95 2
kernel 24 100 2'
is "$(finding sync-copy)" "14000000 gpu 2 main" "sync-copy: with the idle time behind it"
is "$(finding gpu-gaps)$(finding sync-calls)" "" "which no other rule counts"

# 2.9 GB/s, and 3.0 GB/s.
made "$(printf '%s\n' "$copies" | sed 's/100000000/29000000/')"
is "$(finding slow-copy)" "6000000 gpu 1 main" "slow-copy: 2.9 GB/s are slow"
made "$(printf '%s\n' "$copies" | sed 's/100000000/30000000/')"
is "$(finding slow-copy)" "" "slow-copy: 3 GB/s are not"
made "$(printf '%s\n' "$copies" | sed 's/100000000/1048575/')"
is "$(finding slow-copy)" "" "slow-copy: nor are copies below 1 MiB"
made "$(printf '%s\n' "$copies" | sed 's/100000000/29000000/; s/Pinned/Pageable/')"
is "$(finding slow-copy)" "" "slow-copy: pageable ones are another rule's"

# 20 blocks on 80 multiprocessors for 40 ms: three quarters are lost.
grids='sms 80
range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 10 50 1 tiny 20
call cudaLaunchKernel 2 2.1 2
kernel 50 100 2 big 800'
made "$grids"
is "$(finding small-grids)" "30000000 gpu 1 main" "small-grids: the share of the multiprocessors without a block"
made "$(printf '%s\n' "$grids" | sed 's/^sms .*//')"
is "$(finding small-grids)" "" "small-grids: nothing if the number of multiprocessors is unknown"
made "$(printf '%s\n' "$grids" | sed 's/tiny 20/tiny 80/')"
is "$(finding small-grids)" "" "small-grids: as many blocks as multiprocessors are enough"
made "$grids
on 1 0 8
call cudaLaunchKernel 3 3.1 3
kernel 10 50 3 other 20"
is "$(finding small-grids)" "" "small-grids: kernels that run at once do not count"
made "$grids"
cp "$tmp/states" "$tmp/plain"
while IFS='|' read -r args want what; do
	sed 's/{"grid":\[20,1,1\]}/'"$args"'/' "$tmp/plain" >"$tmp/states"
	is "$(finding small-grids)" "${want:+$want gpu 1 main}" "small-grids: $what"
done <<'EOT'
{"grid":[20,1,1],"block":[800,1,1],"text":"grid"}|30000000|other arguments do not count
{"grid":[1,1,1],"grid":[20,1,1]}|30000000|the last one of two grids counts
{"grid":[1,1,1],"\\u0067rid":[20,1,1]}|30000000|also with an escape in its name
{"block":[1,1,1],"grid":[20,1,1]}|30000000|the grid may be behind other arguments
{ "grid" : [ 20 , 1 , 1 ] }|30000000|spaces do not count
EOT

# Communication from 10 to 30 ms, from 20 ms on with compute.
comm='range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 10 30 1 ncclDevKernel_AllReduce_Sum_f32_RING_LL
on 1 0 8
call cudaLaunchKernel 2 2.1 2
kernel 20 100 2'
made "$comm"
is "$(finding exposed-communication)" "10000000 gpu 1 main" "exposed-communication: the part without compute"
made "$(printf '%s\n' "$comm" | sed 's/kernel 20/kernel 14.999/')"
is "$(finding exposed-communication)" "" "exposed-communication: less than 5 % are not reported"

# A gap from 40 to 46 ms behind a call that returns at 41 ms.
gap='range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 2 40 1
call CALL FROM 41 3
call cudaLaunchKernel 45.9 45.95 2
kernel 46 100 2'
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM/cudaDeviceSynchronize 2/')"
is "$(finding sync-calls)" "6000000 gpu 1 main" "sync-calls: the gap behind a call that waited"
is "$(finding gpu-gaps)" "" "which no other rule counts"
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM/cudaDeviceSynchronize 38/')"
is "$(finding sync-calls) $(finding gpu-gaps)" "3000000 gpu 1 main 3000000 gpu 1 -" \
	"sync-calls: no more than the time of the call; the rest is another rule's"
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM/cudaDeviceSynchronize 40.5/')"
is "$(finding sync-calls)" "" "sync-calls: a call that began in the gap made none"
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM/cudaStreamQuery 2/')"
is "$(finding sync-calls) $(finding gpu-gaps)" " 6000000 gpu 1 -" "gpu-gaps: a gap without a call that waited"
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM/cudaStreamQuery 2/; s/45.9 45.95/41.9 41.95/; s/kernel 46/kernel 41.999/')"
is "$(finding gpu-gaps)" "" "gpu-gaps: less than 2 % are not reported"

# The host allocates from 40.5 to 45.5 ms.
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM 41/cudaMalloc 40.5 45.5/')"
is "$(finding allocations)" "6000000 gpu 1 main" "allocations: the gap in which the host allocated most of the time"
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM 41/cudaMalloc 30 39/')"
is "$(finding allocations)" "" "allocations: those during which the GPU works cost nothing"
made "$(printf '%s\n' "$gap" | sed 's/CALL FROM 41/cudaMalloc 40.5 45.5/; s/main 0 100/step_1 0 100/')" steps
is "$(finding allocations)" "" "allocations: those of the first step are normal"

made "$(printf '%s\n' "$gap" | sed 's/^call CALL.*/overhead 40 45/')"
is "$(finding profiler-overhead)" "6000000 gpu 1 main" "profiler-overhead: a gap that the profiler made"
made "$(printf '%s\n' "$gap" | sed 's/^call CALL.*/overhead 40 42/')"
is "$(finding profiler-overhead)" "" "profiler-overhead: not one in which it took less than half of the time"

# The second kernel was launched at 3 ms on stream 8, which waits for an event.
waits='range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 2 40 1
on 1 0 8
call cudaLaunchKernel 1.2 1.3 4
kernel 1.5 2 4
call cudaStreamWaitEvent 2.5 2.6 3
wait 2.5 2.6 3 8
call cudaLaunchKernel 3 3.1 2
kernel 46 100 2'
made "$waits"
is "$(finding stream-waits)" "6000000 gpu 1 main" "stream-waits: a gap in which a stream waited for an event"
made "$(printf '%s\n' "$waits" | grep -v -e '^wait' -e WaitEvent | sed 's/^on 1 0 8//')"
is "$(finding stream-waits) $(finding gpu-gaps)" " 6000000 gpu 1 -" "stream-waits: not without such a wait"

# 100 kernels of 20 us, each launched when the one before has ended, 50 us apart.
bound() {
	echo 'range main 0 100'
	awk -v each="$1" -v pause="$2" 'BEGIN {
		t = 10
		for (i = 1; i <= 100; i++) {
			printf "call cudaLaunchKernel %.3f %.3f %d\n", t - 0.006, t - 0.001, i
			printf "kernel %.3f %.3f %d\n", t, t + each, i
			t += each + pause
		}
		printf "call cudaLaunchKernel 0.2 0.3 200\nkernel %.3f 100 200\n", t
	}'
}
made "$(bound 0.02 0.05)"
is "$(finding launch-bound)" "4950000 gpu 99 main" "launch-bound: gaps before short kernels that were launched late"
like "$(nst-advise --only launch-bound --text "$tmp/states" | tr -s '\n ' '  ')" \
	'50.000 us before a kernel of 20.000 us on average, so 14,286 kernels a second' "with the rate of kernels"
cp "$tmp/states" "$tmp/plain"
for args in '"grid":[1,1,1],"registers":1' '"grid":[1,1,1],"graph_node":5' '"graph_node":5'; do
	sed '0,/"type":"kernel"/s/"type":"kernel"/&,"args":{'"$args"'}/' "$tmp/plain" >"$tmp/states"
	like "$(nst-advise --only launch-bound --text "$tmp/states" | tr -s '\n ' '  ')" \
		"$(case $args in *graph_node*) echo 'some work is' ;; *) echo 'no work is' ;; esac) in CUDA graphs" "whether work is in graphs: $args"
done
# ranges N: the same with a range for each N kernels.
ranges() {
	bound 0.02 0.05
	awk -v n="$1" 'BEGIN { for (i = 1; i <= 100; i += n) printf "range part%dof %.3f %.3f\n", i, 10 + (i - 1) * 0.07 - 0.01, 10 + (i + n - 1) * 0.07 - 0.01 }'
}
made "$(ranges 10)"
is "$(finding launch-bound)" "4950000 gpu 99 part11of" "launch-bound: the range with a tenth of the cost or more"
made "$(ranges 5)"
is "$(finding launch-bound)" "4950000 gpu 99 -" "launch-bound: no range if each has less"
made "$(bound 0.02 0.101)"
is "$(finding launch-bound) $(finding gpu-gaps)" " 10100000 gpu 100 -" "launch-bound: longer gaps are not of launches"
made "$(bound 0.101 0.05)"
is "$(finding launch-bound)" "" "launch-bound: longer kernels are not bound by launches"
made "$(bound 0.02 0.05 | sed 's/\(cudaLaunchKernel\) [0-9.]* [0-9.]*/\1 0.2 0.3/')"
is "$(finding launch-bound)" "" "launch-bound: kernels that were launched in time do not count"

# Ten kernels with gaps of 6 ms, a third of them behind calls that waited, a third in calls that
# allocate: no rule has more than half of the idle time.
low() {
	echo 'range main 0 100'
	awk -v gap="$1" 'BEGIN {
		for (i = 0; i < 10; i++) {
			t = i * 10
			printf "call cudaLaunchKernel %.3f %.3f %d\n", t, t + 0.1, i + 1
			printf "kernel %.3f %.3f %d\n", t + 0.1, t + 10 - gap, i + 1
			if (i % 3 == 0)
				printf "call cudaStreamSynchronize %.3f %.3f %d\n", t + 0.2, t + 10 - gap + 0.1, i + 100
			if (i % 3 == 1)
				printf "call cudaMalloc %.3f %.3f %d\n", t + 10 - gap, t + 9.9, i + 100
		}
	}'
}
made "$(low 6)"
is "$(finding sync-calls) $(finding allocations) $(finding gpu-gaps)" \
	"11700000 gpu 3 main 18300000 gpu 3 main 24900000 gpu 6 -" "rules share the idle time: 9 gaps of 6.1 ms"
is "$(finding low-use)" "54900000 gpu 9 -" "low-use: a GPU that is busy for less than half of the time"
made "$(low 4)"
is "$(finding low-use)" "" "low-use: not one that is busy for more"
made "$(low 6 | grep -v -e Synchronize -e Malloc)"
is "$(finding low-use) $(finding gpu-gaps)" " 54900000 gpu 9 -" "low-use: not if another finding explains it"

# A second and more before and after the work, in a span of 10 s.
rests='range main 0 10000
call cudaLaunchKernel 1 1.1 1
kernel 1000 8999 1'
made "$rests"
is "$(finding start-up)" "1000000000 wall 1 -" "start-up: the time before the first work"
is "$(finding tail)" "1001000000 wall 1 -" "tail: the time after the last work"
made "$rests
on 1 1 7
call cudaLaunchKernel 2 2.1 2
kernel 999 9500 2"
is "$(finding start-up)$(finding tail)" "" "start-up, tail: not if any GPU works, nor below 1 s"

# Below a second, but most of the span.
made 'range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 40 88 1'
is "$(finding start-up) $(finding tail)" "40000000 wall 1 - 12000000 wall 1 -" "start-up, tail: less than 1 s, if both are more than half of the span"
made 'range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 45 91 1'
is "$(finding start-up)$(finding tail)" "45000000 wall 1 -" "tail: not below 10 % of it"
made 'range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 40 90 1'
is "$(finding start-up)$(finding tail)" "" "start-up, tail: none below 1 s if both are half of the span"

# Steps of 10 ms, whose kernels fill them; the first takes 18 ms more.
steps() {
	awk -v first="$1" -v odd="$2" 'BEGIN {
		t = 0
		for (i = 0; i < 8; i++) {
			each = i == 0 ? first : i == 5 ? odd : 10
			printf "range step_%d %.3f %.3f\n", i, t, t + each
			printf "call cudaLaunchKernel %.3f %.3f %d\n", t, t + 0.001, i + 1
			printf "kernel %.3f %.3f %d\n", t + 0.001, t + each + 0.001, i + 1
			t += each
		}
	}'
}
made "$(steps 28 10)" steps
is "$(finding slow-first-step)" "18000000 wall 1 -" "slow-first-step: its time beyond the median of the others"
is "$(finding steps-vary)" "" "steps-vary: the first step does not count"
like "$(nst-advise --text "$tmp/states" | tr -s '\n ' '  ')" 'GPU 0 computed 18.000 ms longer' "and what it is longer by"
made "$(steps 14.9 10)" steps
is "$(finding slow-first-step)" "" "slow-first-step: not if it is shorter than 1.5 times the median"
made "$(steps 10 17)" steps
is "$(finding steps-vary)" "7000000 wall 1 -" "steps-vary: the time of steps beyond the median"
is "$(nst-advise "$tmp/states" | jq 'select(.name == "steps-vary").step')" 5 "with the worst step"
made "$(steps 10 14)" steps
is "$(finding steps-vary)" "" "steps-vary: less than 5 % are not reported"

# One process computes for 90 ms on one GPU and for 50 ms on the other.
halves='range main 0 100
call cudaLaunchKernel 1 1.1 1
kernel 10 100 1
on PID 1 7
call cudaLaunchKernel 2 2.1 2
kernel 10 60 2'
made "$(printf '%s\n' "$halves" | sed 's/PID/1/')"
is "$(finding imbalance)" "20000000 wall 1 -" "imbalance: the time beyond the mean of the GPUs of a process"
made "$(printf '%s\n' "$halves" | sed 's/PID/2/')"
is "$(finding imbalance)" "" "imbalance: GPUs of two processes that do not communicate are not compared"
made "$(printf '%s\n' "$halves" | sed 's/PID/1/; s/10 60/10 85/')"
is "$(finding imbalance)" "" "imbalance: less than 10 % of the time of compute are not reported"

# A value is read from 10 to 40 ms, for which a call waits from 11 to 39 ms.
item='range train 0 100
range aten::item,_op_id_=_4 10 40
range aten::_local_scalar_dense,_op_id_=_5 10.5 40
call cudaLaunchKernel 1 1.1 1
kernel 2 100 1
call cudaStreamSynchronize 11 39 2'
# named: gives the ranges in the stream with states the names that PyTorch writes.
named() {
	sed 's/,_op_id_=_/, op_id = /g' "$tmp/states" >"$tmp/named" && mv "$tmp/named" "$tmp/states"
}
made "$item"
named
is "$(finding blocking-item)" "28000000 wall 1 train" "blocking-item: a call that waits where a value is read"
is "$(finding sync-calls)" "" "which costs no idle time here"
made "$(printf '%s\n' "$item" | sed 's/cudaStreamSynchronize/cudaMemcpyAsync/')"
named
is "$(finding blocking-item)" "28000000 wall 1 train" "blocking-item: an asynchronous copy may wait, too"
made "$(printf '%s\n' "$item" | sed 's/cudaStreamSynchronize/cudaStreamQuery/')"
named
is "$(finding blocking-item)" "" "blocking-item: other calls do not wait"
made "$item"
named
grep -v gpu-state "$tmp/states" | nst-filter --from 20ms --to 30ms | nst-state >"$tmp/window" && mv "$tmp/window" "$tmp/states"
is "$(finding blocking-item) $(nst-advise "$tmp/states" | jq 'select(.type == "finding").args.of')" "10000000 wall 1 train 10000000" \
	"blocking-item: in a window, no more than the window"
made "$(printf '%s\n' "$item" | sed 's/aten::[a-z_]*/aten::add/')"
is "$(finding blocking-item)" "" "blocking-item: not in other ranges"

# Two ranks: process 2 comes last to both collectives, by 4 and by 3 ms.
ranks='range main 0 100
call cudaLaunchKernel 1 1.1 1
call cudaLaunchKernel 1.2 1.3 2
kernel 10 20 1 ncclDevKernel_AllReduce_Sum_f32_RING_LL
kernel 30 40 2 ncclDevKernel_AllReduce_Sum_f32_RING_LL
on 2 1 7
call cudaLaunchKernel 1 1.1 1
call cudaLaunchKernel 1.2 1.3 2
kernel 14 20 1 ncclDevKernel_AllReduce_Sum_f32_RING_LL
kernel SECOND 40 2 ncclDevKernel_AllReduce_Sum_f32_RING_LL'
# skewed SECOND: the findings of nst-advise behind nst-skew.
skewed() {
	made "$(printf '%s\n' "$ranks" | sed "s/SECOND/$1/")"
	nst-skew "$tmp/states" >"$tmp/skewed" && mv "$tmp/skewed" "$tmp/states"
}
skewed 33
is "$(finding slow-rank)" "7000000 wall 2 -" "slow-rank: all others wait for one"
is "$(nst-advise "$tmp/states" | jq 'select(.name == "slow-rank").pid')" 2 "whose process is named"
printf '%s\n' '{"ts":0,"type":"stream","format":1}' '{"ts":0,"dur":100000000,"type":"nvtx","name":"main","pid":1,"tid":1}' \
	'{"ts":10000000,"dur":9000000,"type":"collective","name":"MPI_Barrier","args":{"ranks":2,"spread":5000000,"last":1,"last_pid":2}}' \
	'{"ts":12000000,"dur":9000000,"type":"collective","name":"MPI_Barrier","args":{"ranks":2,"spread":7000000,"last":1,"last_pid":2}}' \
	'{"ts":12000000,"type":"end","events":3}' >"$tmp/states"
is "$(finding slow-rank) $(nst-advise "$tmp/states" | jq 'select(.type == "finding").args.of')" "9000000 wall 2 - 100000000" \
	"slow-rank: without GPUs, too; collectives at once are one interval"
skewed 27
is "$(finding slow-rank)" "" "slow-rank: not if each rank is waited for"
finish
