#!/bin/sh
# SPDX-License-Identifier: MIT
# --kineto: traces as the profiler of PyTorch writes them, of small streams.
. tests/tap.sh
. tests/nst-chrome/kineto.sh

stream() {
	printf '%s\n' "$@" >"$tmp/stream"
}
events() {
	jq -c ".traceEvents[] | select($1)" "$tmp/trace.json"
}
whole() { # says if the trace is JSON
	if jq . "$tmp/trace.json" >/dev/null 2>&1; then echo whole; else echo open; fi
}
header='{"ts":0,"type":"stream","format":1,"utc":1000}'
launch='{"ts":10,"dur":5,"type":"cuda-api","name":"cudaLaunchKernel_v7000","pid":7,"tid":9,"corr":3}'
kernel='{"ts":20,"dur":5,"type":"kernel","name":"k","pid":7,"device":0,"context":1,"stream":5,"corr":3,"launch":{"ts":10,"dur":5,"tid":9,"name":"cudaLaunchKernel_v7000"}}'
end='{"ts":90,"type":"end","events":N}'
small() {
	stream "$header" "$@" "$(printf '%s' "$end" | sed "s/N/$#/")"
}

small '{"ts":5,"dur":20,"type":"nvtx","name":"aten::mm, seq = 4, op_id = 6","pid":7,"tid":9}' \
	"$launch" "$kernel"
trace "$tmp/stream"
is "$(sed -n 's/,$//; /^{"ph":"[^M]/p' "$tmp/trace.json")" \
'{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":9,"ts":0.005,"dur":0.020,"args":{"External id":1,"Sequence number":4,"op_id":6}}
{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":9,"ts":0.010,"dur":0.005,"args":{"External id":1,"cbid":211,"correlation":3}}
{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":5,"ts":0.020,"dur":0.005,"args":{"External id":1,"device":0,"context":1,"stream":5,"correlation":3,"queued":0}}
{"ph":"s","cat":"ac2g","name":"ac2g","id":3,"pid":7,"tid":9,"ts":0.010}
{"ph":"f","cat":"ac2g","name":"ac2g","id":3,"bp":"e","pid":0,"tid":5,"ts":0.020}' 'the objects'
is "$(jq -c 'del(.traceEvents)' "$tmp/trace.json")" \
	'{"schemaVersion":1,"displayTimeUnit":"ms","baseTimeNanoseconds":1000,"traceName":"nst-chrome"}' \
	'the members around them'
is "$(events '.ph == "M"' | jq -r '"\(.name) \(.pid) \(.tid) \(.args[])"')" \
'process_name 7 0 
process_labels 7 0 CPU
process_sort_index 7 0 7
thread_name 7 9 thread 9 ()
thread_sort_index 7 9 9
process_name 0 0 
process_labels 0 0 GPU 0
process_sort_index 0 0 5000000
thread_name 0 5 stream 5 
thread_sort_index 0 5 5' 'names'

# Names of threads and processes come back.
small '{"ts":10,"type":"meta","name":"process","pid":7,"args":{"name":"python"}}' \
	'{"ts":10,"type":"meta","name":"thread","pid":7,"tid":9,"args":{"name":"main (1)"}}' \
	"$launch" "$(echo "$launch" | sed 's/"tid":9,"corr":3/"tid":8,"corr":4/')" "$kernel"
trace "$tmp/stream"
is "$(events '.name | IN("process_name", "thread_name")' | jq -r .args.name | paste -s -d ,)" \
	'python,thread 9 (main (1)),thread 8 (),python,stream 5 ' 'names in the trace'
is "$(nst-dump "$tmp/trace.json" 2>"$tmp/err" | jq -c 'select(.name == "process" or .name == "thread")
	| [.name, .pid, .tid, .args.name]')" '["process",7,null,"python"]
["thread",7,9,"main (1)"]' 'names that come back'

# Blocks and warps for each multiprocessor, where their number is known.
small '{"ts":10,"type":"meta","name":"device","pid":7,"device":0,"args":{"name":"GPU","sms":10}}' \
	"$launch" "$(echo "$kernel" | sed 's/,"launch"/,"args":{"grid":[5,2,2],"block":[48,2,1],"registers":8,"shared_static":16,"shared_dynamic":32}&/')"
trace "$tmp/stream"
is "$(events '.cat == "kernel"' | jq -c .args)" '{"device":0,"context":1,"stream":5,"correlation":3,"queued":0,"registers per thread":8,"shared memory":48,"shared_static":16,"shared_dynamic":32,"blocks per SM":2,"warps per SM":6,"grid":[5,2,2],"block":[48,2,1]}' 'arguments of a kernel'

# What PyTorch adds to the names of operators.
while IFS='|' read -r name want; do
	small "{\"ts\":5,\"dur\":1,\"type\":\"nvtx\",\"name\":\"$name\",\"pid\":7,\"tid\":9}"
	trace "$tmp/stream"
	is "$(events '.ph == "X"' | jq -c '[.cat, .name, (.args | del(.["External id"]))]')" "$want" "operator: $name"
done <<'END'
aten::mm, seq = 4, op_id = 6, sizes = [[2, 3], [3, 4]], input_op_ids = [(5,0), (3,1)]|["cpu_op","aten::mm",{"Sequence number":4,"op_id":6,"Input Dims":[[2,3],[3,4]],"input_op_ids":"[(5,0), (3,1)]"}]
MmBackward0, sizes = [[], [], [-1]]|["cpu_op","MmBackward0",{"Input Dims":[[],[],[-1]]}]
aten::mm, op_id = 6, input_op_ids = [(5,0)]|["cpu_op","aten::mm",{"op_id":6,"input_op_ids":"[(5,0)]"}]
mine, sizes = [[2 3]]|["user_annotation","mine, sizes = [[2 3]]",{}]
mine, sizes = (2, 3)]|["user_annotation","mine, sizes = (2, 3)]",{}]
mine, sizes = [[2, 3], [3|["user_annotation","mine, sizes = [[2, 3], [3",{}]
my sizes = [[2]]|["user_annotation","my sizes = [[2]]",{}]
[2]|["user_annotation","[2]",{}]
END

# The numbers of calls, and the occupancy of kernels that need no more shared memory than each
# kernel may have: those of PyTorch's own traces.
: "${KINETO:=../shared/kineto}"
said() { # TRACE: calls with their numbers, and the occupancy of kernels
	jq -r '.traceEvents[] | if .cat == "kernel" and .args["shared memory"] <= 49152
		then [.cat, .args.correlation, .args["est. achieved occupancy %"]]
		elif .cat == "cuda_runtime" or .cat == "cuda_driver" then [.cat, .name, .args.correlation, .args.cbid]
		else empty end | @tsv' | sort
}
while read -r name chip; do
	[ -e "$KINETO/$name.json.gz" ] || {
		report 0 "$name # SKIP ../shared/kineto is absent"
		continue
	}
	gzip -dc "$KINETO/$name.json.gz" | said >"$tmp/want"
	nst-dump "$KINETO/$name.json.gz" 2>/dev/null | nst-link 2>/dev/null | jq -c --arg chip "$chip" '
		select(.type != "meta" or .name != "capture")
		| if .type == "meta" and .name == "device" then .args.chip = $chip
		elif .type == "kernel" then del(.args["blocks per SM", "warps per SM", "est. achieved occupancy %"])
		else del(.args.cbid?) end' >"$tmp/stream"
	trace "$tmp/stream"
	said <"$tmp/trace.json" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: numbers of calls, and occupancies"
done <<'END'
resnet-ddp-v100-ns GV100
nccl-2streams GA100
alexnet-sync-events GA100
bert-h100 GH100
eager-b200 GB100
END

# What a trace of PyTorch says itself is kept.
printf '%s\n' '{"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":3,"world_size":8},"traceEvents":[' \
	'{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":7,"tid":9,"ts":1,"dur":9,"args":{"External id":40,"Input Dims":[[1,2]]}},' \
	'{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":7,"tid":9,"ts":2,"dur":3,"args":{"External id":41,"cbid":211,"correlation":3}},' \
	'{"ph":"X","cat":"kernel","name":"k","pid":0,"tid":5,"ts":4,"dur":5,"args":{"device":0,"context":1,"stream":5,"correlation":3,"queued":7,"blocks per SM":0.5}}' \
	']}' >"$tmp/given.json"
nst-dump "$tmp/given.json" | nst-link >"$tmp/stream"
trace "$tmp/stream"
is "$(events '.ph == "X"' | jq -cS '[.name, .args]')" '["aten::mm",{"External id":40,"Input Dims":[[1,2]]}]
["cudaLaunchKernel",{"External id":41,"cbid":211,"correlation":3}]
["k",{"blocks per SM":0.5,"context":1,"correlation":3,"device":0,"queued":7,"stream":5}]' \
	'arguments of a trace'
is "$(jq -c .distributedInfo "$tmp/trace.json")" '{"rank":3,"backend":"nccl","world_size":8}' \
	'distributedInfo of a trace'

# Categories of ranges.
while IFS=/ read -r category name domain; do
	small "{\"ts\":5,\"dur\":1,\"type\":\"nvtx\",\"name\":\"$name\",\"pid\":7,\"tid\":9${domain:+,\"domain\":\"$domain\"}}"
	trace "$tmp/stream"
	is "$(events '.ph == "X"' | jq -r '.cat + "|" + .args.domain')" "$category" "the category of $name $domain"
done <<'END'
cpu_op|/aten::mm/
cpu_op|/AddmmBackward0, op_id = 3/
cpu_op|/c10d::alltoall_base_, seq = 3, op_id = 3/
cpu_op|/anything/cpu_op
python_function|/f.py(3): g/python_function
user_annotation|/AddmmBackward0/
user_annotation|/FSDP::forward (layer), op_id = 3/
user_annotation|/nccl:all_reduce, op_id = 3/
user_annotation|/ProfilerStep#3/
user_annotation|NCCL/ncclAllReduce/NCCL
user_annotation|mine/aten::mm/mine
END

# Ranges of annotations on the GPU: by stream, of the innermost annotation.
small '{"ts":1,"dur":80,"type":"nvtx","name":"outer","pid":7,"tid":9}' \
	'{"ts":5,"dur":20,"type":"nvtx","name":"inner","pid":7,"tid":9}' \
	'{"ts":6,"dur":10,"type":"nvtx","name":"aten::mm","pid":7,"tid":9}' "$launch" "$kernel" \
	'{"ts":30,"dur":10,"type":"kernel","name":"k","pid":7,"device":0,"stream":5,"corr":3}' \
	'{"ts":32,"dur":3,"type":"kernel","name":"k","pid":7,"device":0,"stream":6,"corr":3}' \
	'{"ts":50,"dur":1,"type":"cuda-api","name":"cudaLaunchKernel","pid":7,"tid":9,"corr":4}' \
	'{"ts":52,"dur":2,"type":"memset","name":"Memset","pid":7,"device":0,"stream":5,"corr":4}'
trace "$tmp/stream"
is "$(events '.cat == "gpu_user_annotation"' | jq -r '"\(.name) \(.tid) \(.ts) \(.dur) \(.args | tojson)"')" \
'inner 5 0.02 0.02 {"External id":2,"count":2,"sum_us":0.015}
inner 6 0.032 0.003 {"External id":2,"count":1,"sum_us":0.003}
outer 5 0.052 0.002 {"External id":1,"count":1,"sum_us":0.002}' 'gpu_user_annotation'

# Steps of nst-step become ranges; with ranges of PyTorch's name there are no more.
for name in 'step 4' 'ProfilerStep#4'; do
	small "{\"ts\":1,\"dur\":30,\"type\":\"nvtx\",\"name\":\"$name\",\"pid\":7,\"tid\":9,\"step\":4}" \
		"$(echo "$launch" | sed 's/}$/,"step":4}/')" \
		'{"ts":12,"dur":70,"type":"cuda-api","name":"cudaFree","pid":7,"tid":8,"corr":9,"step":4}' \
		'{"ts":40,"dur":30,"type":"nvtx","name":"step","pid":7,"tid":9,"step":5}'
	trace "$tmp/stream"
	events '.name | startswith("ProfilerStep#")' | jq -r '"\(.cat) \(.name) \(.tid) \(.ts) \(.dur)"' >>"$tmp/steps"
done
is "$(cat "$tmp/steps")" 'user_annotation ProfilerStep#4 9 0.001 0.03
user_annotation ProfilerStep#5 9 0.04 0.03
user_annotation ProfilerStep#4 9 0.001 0.03' 'steps'

# A step begins with the operator around its first event, and not with an annotation.
small '{"ts":1,"dur":80,"type":"nvtx","name":"train","pid":7,"tid":9}' \
	'{"ts":2,"dur":3,"type":"cuda-api","name":"cudaFree","pid":7,"tid":9,"corr":1,"step":3}' \
	'{"ts":4,"dur":20,"type":"nvtx","name":"aten::mul","pid":7,"tid":9}' \
	'{"ts":5,"dur":18,"type":"nvtx","name":"aten::mul_","pid":7,"tid":9}' \
	"$(echo "$launch" | sed 's/}$/,"step":4}/')" \
	'{"ts":20,"dur":2,"type":"cuda-api","name":"cudaFree","pid":7,"tid":9,"corr":4,"step":5}' \
	'{"ts":30,"dur":2,"type":"cuda-api","name":"cudaFree","pid":7,"tid":9,"corr":5,"step":6}'
trace "$tmp/stream"
is "$(events '.name | startswith("ProfilerStep#")' | jq -r '"\(.name) \(.ts) \(.dur)"')" \
'ProfilerStep#3 0.002 0.002
ProfilerStep#4 0.004 0.011
ProfilerStep#5 0.02 0.002
ProfilerStep#6 0.03 0.002' 'steps and operators'

# One process.
other='{"ts":30,"dur":5,"type":"kernel","name":"k","pid":8,"device":1,"stream":5,"corr":3}'
small "$launch" "$kernel" "$other"
trace "$tmp/stream"
is "$status $(cat "$tmp/err")" "1 nst-chrome: $tmp/stream:4: GPU work of process 8 in a trace of process 7: such a trace is of one process; choose it with nst-filter --pid or --rank" \
	'two processes with GPU work'
is "$(whole) $(grep -c '^{"ph"' "$tmp/trace.json")" 'open 4' \
	'the trace has the events before, and no end'
is "$(nst-dump "$tmp/trace.json" 2>"$tmp/err" | jq -r 'select(.dur) | .type' | paste -s -d ' ') $(grep -c 'truncated' "$tmp/err")" \
	'cuda-api kernel 1' 'nst-dump reads them'
small '{"ts":5,"dur":20,"type":"nvtx","name":"a","pid":6,"tid":6}' "$launch" "$kernel"
trace "$tmp/stream"
is "$status $(events '.ph == "X"' | jq -r .cat | paste -s -d ' ') $(cat "$tmp/err")" \
	'0 cuda_runtime kernel nst-chrome: left out 1 event of other processes: such a trace is of one, here of process 7' \
	'GPU work tells the process'
small '{"ts":5,"dur":20,"type":"nvtx","name":"a","pid":6,"tid":6}' "$launch"
trace "$tmp/stream"
is "$status $(cat "$tmp/err") $(cat "$tmp/trace.json")" \
	"1 nst-chrome: $tmp/stream: events of processes 6 and 7, and no GPU work before them: such a trace is of one process; choose it with nst-filter --pid or --rank " \
	'several processes without GPU work'
small "$launch"
trace "$tmp/stream"
is "$status $(events '.ph == "X"' | jq -c .pid)" '0 7' 'one process without GPU work'

# 64 MiB of events are held; then the only process so far is that of the trace.
for pid in 6 7; do
	awk -v kernel="$kernel" -v pid="$pid" 'BEGIN {
		for (i = 0; i < 600000; i++)
			print "{\"ts\":5,\"dur\":1,\"type\":\"nvtx\",\"name\":\"a range with a rather long name ............................\",\"pid\":" pid ",\"tid\":6}"
		print kernel
	}' | nst-chrome --kineto --partial >"$tmp/trace.json" 2>"$tmp/err"
	echo "$pid $? $(cut -d : -f 3-4 "$tmp/err") $(grep -c '"cat":"kernel"' "$tmp/trace.json")"
done >"$tmp/got"
is "$(cat "$tmp/got")" '6 1 600001: GPU work of process 7 in a trace of process 6 0
7 0  1' 'more events before the GPU work than are held'

# Waits.
wait='{"ts":26,"dur":3,"type":"cuda-sync","name":"Event synchronize","pid":7,"device":0,"context":1,"corr":4,"args":{"event":40}}'
small "$launch" "$kernel" "$wait"
trace "$tmp/stream"
is "$(events '.cat == "cuda_sync"') $(cat "$tmp/err")" ' nst-chrome: left out: 1 cuda-sync (see --sync)' 'no waits'
trace "$tmp/stream" --sync
is "$(events '.cat == "cuda_sync"') $(cat "$tmp/err")" \
	'{"ph":"X","cat":"cuda_sync","name":"Event Sync","pid":0,"tid":-1,"ts":0.026,"dur":0.003,"args":{"cuda_sync_kind":"Event Sync","device":0,"context":1,"correlation":4,"stream":-1,"wait_on_cuda_event_id":40}} ' \
	'--sync'

record='{"ts":22,"type":"cuda-event","name":"Event 40","pid":7,"device":0,"context":1,"stream":5,"corr":6,"args":{"event":40}}'
small "$launch" "$kernel" "$(echo "$record" | sed 's/"corr":6/"corr":5/; s/22/21/')" "$record" "$wait"
trace "$tmp/stream" --sync
is "$(events '.cat == "cuda_sync"' | jq -c '.args | [.wait_on_stream, .wait_on_cuda_event_record_corr_id,
	.wait_on_cuda_event_id]') $(cat "$tmp/err")" '[5,6,40] ' 'where a CUDA event was recorded'
trace "$tmp/stream"
is "$(cat "$tmp/err")" 'nst-chrome: left out: 1 cuda-sync (see --sync), 2 cuda-event' 'without --sync'

# Times.
small "$launch" "$kernel"
sed 's/"ts":\([0-9]\)/"ts":17000000000000000\1/g; s/"utc":1000/"utc":5/' "$tmp/stream" >"$tmp/late"
trace "$tmp/late"
is "$(sed -n 's/"baseTimeNanoseconds"://p' "$tmp/trace.json") $(events '.ph == "X"' | jq .ts | paste -s -d ' ')$(cat "$tmp/err")" \
	'1700000000000000015, 0 0.01' 'times that viewers would round count from the first event'

sed 's/"utc":[0-9]*,*//; s/,}/}/' "$tmp/late" >"$tmp/stream"
trace "$tmp/stream"
is "$(cat "$tmp/err")" 'nst-chrome: 0 in the trace is 1700000000000000010 ns in the stream, which has no utc' \
	'times that nothing tells'

# An open range ends with the trace, a call without an end too.
small '{"ts":5,"open":true,"type":"nvtx","name":"a","pid":7,"tid":9}' "$launch" "$kernel"
trace "$tmp/stream"
is "$(events '.name == "a" and .pid == 7')" \
	'{"ph":"X","cat":"user_annotation","name":"a","pid":7,"tid":9,"ts":0.005,"dur":0.02,"args":{"open":true,"External id":1}}' 'an open range'
is "$(events '.cat == "kernel"' | jq '.args["External id"]')" 1 'work launched in it'

small '{"ts":3,"open":true,"type":"nvtx","name":"a","pid":7,"tid":9,"domain":"d"}' \
	'{"ts":5,"open":true,"type":"nvtx","name":"aten::mm","pid":7,"tid":9}' \
	'{"ts":6,"open":true,"type":"cuda-api","name":"cudaFree_v3020","pid":7,"tid":9,"corr":2}' \
	"$launch" "$kernel"
trace "$tmp/stream"
is "$(events '.pid == 7 and .ph == "X" and .name != "cudaLaunchKernel"' | jq -c '[.cat, .name, .ts, .dur, .args]')" \
'["user_annotation","a",0.003,0.022,{"open":true,"External id":1,"domain":"d"}]
["cpu_op","aten::mm",0.005,0.02,{"open":true,"External id":2}]
["cuda_runtime","cudaFree",0.006,0.019,{"External id":2,"cbid":22,"correlation":2}]' 'several that never end'

# Errors.
run nst-chrome --kineto --labels "$tmp/stream"
is "$status" 2 '--kineto and --labels'
run nst-chrome --sync "$tmp/stream"
is "$status" 2 '--sync without --kineto'
small "$kernel" "$launch"
trace "$tmp/stream"
is "$status" 1 'not in order'
small "$launch" "$kernel"
head -n 3 "$tmp/stream" >"$tmp/cut"
trace "$tmp/cut"
is "$status $(whole) $(grep -c '^{"ph":"X"' "$tmp/trace.json")" '1 open 2' \
	'truncated input: the trace has no end'
trace "$tmp/cut" --partial
is "$status $(jq '.traceEvents | map(select(.ph == "X")) | length' "$tmp/trace.json")" '0 2' '... with --partial it has one'

# The projections of a trace of PyTorch: only if it had some. Without its end record, nothing tells.
annotation='{"ts":5,"dur":20,"type":"nvtx","name":"nccl:all_reduce","pid":7,"tid":9}'
capture='{"ts":5,"type":"meta","name":"capture","args":{"schemaVersion":1}}'
while IFS='|' read -r want skipped first; do
	stream "$header" "$first" "$annotation" "$launch" "$kernel" "{\"ts\":90,\"type\":\"end\",\"events\":3$skipped}"
	trace "$tmp/stream"
	is "$status $(events '.cat == "gpu_user_annotation"' | grep -c .)" "0 $want" "projections: ${first:+of PyTorch, }$skipped"
done <<END
1||
1|,"skipped":{"blocks":3}|
0||$capture
0|,"skipped":{"ac2g":3,"Trace":1}|$capture
1|,"skipped":{"ac2g":3,"gpu_user_annotation":1}|$capture
END
# ... and its kernels get no figures for multiprocessors.
stream "$header" "$capture" '{"ts":5,"type":"meta","name":"device","pid":7,"device":0,"args":{"name":"GPU","sms":10}}' "$launch" \
	"$(echo "$kernel" | sed 's/,"launch"/,"args":{"grid":[5,2,2],"block":[48,2,1]}&/')" '{"ts":90,"type":"end","events":3}'
trace "$tmp/stream"
is "$status $(events '.cat == "kernel"' | jq -c '.args | keys')" '0 ["block","context","correlation","device","grid","stream"]' 'kernels of PyTorch: no blocks per SM'
stream "$capture" "$annotation" "$launch" "$kernel"
trace "$tmp/stream"
is "$status $(events '.cat == "gpu_user_annotation"' | grep -c .)" '0 1' 'projections: no end record'
stream "$header" '{"ts":90,"type":"end","events":0}'
trace "$tmp/stream"
is "$status $(jq -c .traceEvents "$tmp/trace.json") $(cat "$tmp/err")" \
	"0 [] nst-chrome: $tmp/stream: no events: the trace is empty" 'no events'

finish
