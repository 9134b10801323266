#!/bin/sh
# SPDX-License-Identifier: MIT
# Programs that take reports take traces of PyTorch, compressed or not.
. tests/tap.sh

cd "$tmp" || exit 1

# trace RANK DURATION: a trace of one rank: an operator, a call, and a kernel of that many us.
trace() {
	cat <<-END
		{"schemaVersion":1,"distributedInfo":{"backend":"nccl","rank":$1,"world_size":2},"traceEvents":[
		{"ph":"X","cat":"user_annotation","name":"ProfilerStep#7","pid":4$1,"tid":4$1,"ts":10,"dur":500},
		{"ph":"X","cat":"cpu_op","name":"aten::mm","pid":4$1,"tid":4$1,"ts":20,"dur":50,"args":{"External id":5}},
		{"ph":"X","cat":"cuda_runtime","name":"cudaLaunchKernel","pid":4$1,"tid":4$1,"ts":30,"dur":5,"args":{"correlation":9}},
		{"ph":"X","cat":"kernel","name":"gemm","pid":0,"tid":7,"ts":100,"dur":$2,"args":{"device":0,"stream":7,"correlation":9}}
		],"baseTimeNanoseconds":1751410836000000000}
	END
}
trace 0 100 >a.json
trace 1 130.5 | gzip >b.json.gz

run nst a.json
is "$status" 0 'nst: what is in a trace'
like "$(grep gemm out)" '100.000 us' 'nst: its kernel'
run nst -n a.json
is "$(cat out)" 'nst-dump --hosts --command --names template a.json | nst-link | nst-step --quiet | nst-state | nst-advise | nst-answer --about overview --title a.json' 'nst -n: the pipeline'
run nst sum b.json.gz --by name --tsv --columns count,total
is "$status $(grep gemm out | tr '\t' ' ')" '0 gemm 1 130500' 'nst sum: nst-dump and nst-link run before it'
run nst page a.json
like "$status $(grep -c '</html>' out)" '^0 [1-9]' 'nst page: a page'

run nst-diff --type kernel --tsv a.json b.json.gz
like "$status $(grep gemm out | tr '\t' ' ')" '^0 .*100000 .*130500' 'nst-diff: two traces'

run nst-merge a.json b.json.gz
is "$status $(jq -c 'select(.name == "process") | [.pid, .args.rank]' out | paste -sd ' ' -)" \
	'0 [40,0] [41,1]' 'nst-merge: ranks of distributedInfo'
is "$(jq -c 'select(.type == "kernel") | [.ts, .dur, .pid]' out | paste -sd ' ' -)" \
	'[100000,130500,41] [100000,100000,40]' 'nst-merge: clocks of baseTimeNanoseconds'

nst-dump a.json 2>err | nst-link 2>>err >linked
is "$(jq -c 'select(.type == "kernel") | [.launch.name, .nvtx]' linked)" \
	'["cudaLaunchKernel",["ProfilerStep#7","aten::mm"]]' 'nst-link: the call and the ranges of a kernel'
is "$(nst-step linked 2>err | jq 'select(.type == "kernel") | .step')" 7 'nst-step: ProfilerStep#7'

run nst-convert b.json.gz
is "$status $(jq -c '.. | select(.cat? == "kernel") | .name' b.json)" '0 "gemm"' 'nst-convert: a trace'
cp a.json before
run nst-convert a.json
is "$status" 1 'nst-convert: an input is not replaced by its output'
like "$(cat err)" 'its trace would replace it: name another file with -o$' 'nst-convert: the message'
same a.json before 'nst-convert: the input is unchanged'
run nst-convert --to sqlite a.json
like "$status $(cat err)" '^1 .*a trace has no SQLite export$' 'nst-convert: no SQLite export'
mkdir folder
cp b.json.gz folder/x.pt.trace.json.gz
run nst-convert folder
is "$status $(ls folder)" '0 x.pt.trace.json
x.pt.trace.json.gz' "nst-convert: PyTorch's names of traces in a folder"
run nst-convert folder
like "$status $(cat err)" '^0 .*up to date' 'nst-convert: again'

if command -v jq >/dev/null; then
	run nst-series --from 'a.json' --from 'b.json.gz' -o series --event gemm
	is "$status $(awk -F '\t' 'NR > 1 { print $3, $6 }' series.tsv | paste -sd ' ' -)" \
		'0 a 100000 b 130500' 'nst-series --from: traces'
fi

finish
