#!/bin/sh
# SPDX-License-Identifier: MIT
# --names: the names that programs group by (nst(7), "Names"), in a stream and in profiles.
. tests/tap.sh

# grouped TYPE NAME STYLE: the name of the row of an event with that name.
grouped() {
	jq -cn --arg type "$1" --arg name "$2" '{ ts: 1, type: "stream", format: 1, names: "demangled" }, { ts: 1, dur: 1, type: $type, name: $name, pid: 1, tid: 1, device: 0 }' |
		nst-sum --partial --by name --tsv --columns count --names "$3" 2>/dev/null | sed 1d | cut -f 1
}

# gives TYPE NAME WANTED: the name of the row by default; with --names raw it is the name of the
# event.
gives() {
	is "$(grouped "$1" "$2" template)" "$3" "$1: $2"
	is "$(grouped "$1" "$2" raw)" "$2" "$1: $2: raw"
}

# operators of PyTorch
gives nvtx 'aten::linear, op_id = 318126' aten::linear
gives nvtx 'FlashAttnFunc, seq = 46588, op_id = 995009' FlashAttnFunc
gives nvtx 'aten::mm, seq = 3, op_id = 12, sizes = [[2, 3], [3, 4]]' aten::mm
gives nvtx 'aten::mm, sizes = [[2, 3]], input_op_ids = [(1,0)]' aten::mm
gives nvtx 'FSDP::pre_forward (encoder.block.3.layer.0), op_id = 7' 'FSDP::pre_forward (encoder.block.3.layer.0)'
gives nvtx-kernel 'aten::mm, op_id = 12' aten::mm
gives nvtx 'a, b, c' 'a, b, c'
gives nvtx 'load, seq 3' 'load, seq 3'
# numbers of iterations, and others
gives nvtx 'step 17' step
gives nvtx 'ProfilerStep#12' ProfilerStep
gives nvtx 'Iteration: 3' Iteration
gives nvtx 'train_step_4' train_step
gives nvtx 'TrainStep 4' TrainStep
gives nvtx 'timestep=4' timestep
gives nvtx 'epoch 2 batch 31 forward' 'epoch batch forward'
gives nvtx 'microbatch-7' microbatch
gives nvtx layer.3.attn layer.3.attn
gives nvtx 'Layer 3' 'Layer 3'
gives nvtx 'Writer 3' 'Writer 3'
gives nvtx 'footstep 3' 'footstep 3'
gives nvtx 'batch 32x128' 'batch 32x128'
gives nvtx '12' 12
gives kernel 'step 17' 'step 17'
# calls
gives cuda-api cudaMalloc_v3020 cudaMalloc
gives cuda-api cudaLaunchKernelExC_v11060 cudaLaunchKernelExC
gives cuda-api cuMemAlloc_v2 cuMemAlloc_v2
gives cuda-api cudaLaunchKernel_ptsz_v7000 cudaLaunchKernel_ptsz
gives osrt pthread_cond_wait pthread_cond_wait
# kernels
mul='void at::native::elementwise_kernel<(int)128, at::native::gpu_kernel_impl_nocast<at::native::BinaryFunctor<float, float, float, at::native::binary_internal::MulFunctor<float>>>(at::TensorIteratorBase &, T1 const &)::[lambda(int) (instance 1)]>(int, T3)'
gives kernel "$mul" 'elementwise_kernel<gpu_kernel_impl_nocast<BinaryFunctor<MulFunctor<float>>>#1>'
is "$(grouped kernel "$mul" short)" elementwise_kernel 'a kernel: short'
is "$(grouped kernel "$mul" demangled)" "$mul" 'a kernel: demangled'
gives kernel 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevComm *, unsigned long)' ncclDevKernel_AllReduce_Sum_f32_RING_LL

# Viewers: slices have these names with --names; without it, iterations keep their numbers. labels
# TYPE NAME [OPTION...]: the names of the slice in the traces of nst-chrome and nst-perfetto, and of
# the row of nst-page.
labels() {
	jq -cn --arg type "$1" --arg name "$2" '{ ts: 1, type: "stream", format: 1, names: "demangled" }, { ts: 1, dur: 1, type: $type, name: $name, pid: 1, tid: 1, device: 0, stream: 7 }' >"$tmp/labelled"
	name=$2
	shift 2
	for program in 'nst-chrome --object' 'nst-perfetto --plain' nst-page; do
		$program --partial "$@" "$tmp/labelled" >"$tmp/$program" 2>/dev/null
	done
	jq -r '.traceEvents[] | select(.ph == "X").name' "$tmp/nst-chrome --object"
}
# labelled TYPE NAME STYLE WANTED: all viewers show it.
labelled() {
	is "$(labels "$1" "$2" --names "$3")" "$4" "nst-chrome --names $3: $1: $2"
	ok "nst-perfetto --names $3: $1: $2" grep -aqF -e "$4" "$tmp/nst-perfetto --plain"
	[ "$2" = "$4" ] || is "$(grep -acF -e "$2" "$tmp/nst-perfetto --plain")" "${5:-0}" "nst-perfetto --names $3: $1: $2: only that"
	[ "$1" != kernel ] || ok "nst-page --names $3: $2" grep -qF -e ">$(echo "$4" | sed 's/&/\&amp;/g; s/</\&lt;/g; s/>/\&gt;/g')<" "$tmp/nst-page"
}
labelled nvtx 'step 17' template step
labelled nvtx 'step 17' raw 'step 17'
labelled nvtx 'aten::mm, op_id = 12' short aten::mm
labelled nvtx 'aten::mm, op_id = 12' raw 'aten::mm, op_id = 12'
labelled cuda-api cudaMalloc_v3020 template cudaMalloc
labelled cuda-api cudaMalloc_v3020 raw cudaMalloc_v3020
labelled kernel "$mul" template 'elementwise_kernel<gpu_kernel_impl_nocast<BinaryFunctor<MulFunctor<float>>>#1>' 1
labelled kernel "$mul" short elementwise_kernel 1
labelled kernel "$mul" demangled "$mul"
labelled kernel "$mul" raw "$mul"
is "$(labels nvtx 'step 17')" 'step 17' 'nst-chrome: an iteration keeps its number'
is "$(labels kernel "$mul")" 'elementwise_kernel<gpu_kernel_impl_nocast<BinaryFunctor<MulFunctor<float>>>#1>' 'nst-chrome: a kernel has its template name'
for program in nst-chrome nst-perfetto nst-page; do
	run $program --names other "$tmp/labelled"
	like "$status $(head -n 1 "$tmp/err")" "^2 $program: --names: 'other' is none of " "$program: no such style"
done
printf '{"ts":0,"type":"stream","format":1}\n{"ts":1,"dur":2,"type":"kernel","name":"k","pid":1,"device":0}\n{"ts":3,"type":"end"}\n' >"$tmp/short"
for program in nst-chrome nst-perfetto; do
	run $program --names demangled "$tmp/short"
	like "$status $(cat "$tmp/err")" '^0 .*: kernels have short names in this stream: nst-dump --names demangled writes the others' "$program: the stream lacks the names"
done
run nst-chrome --kineto --names raw "$tmp/short"
is "$status $(head -n 1 "$tmp/err")" '2 nst-chrome: --names cannot be used with --kineto or --labels' 'nst-chrome: --names and --kineto'

# What programs say of a name: ranges around kernels, stacks, what is to blame, what launched.
cat >"$tmp/in" <<'END'
{"ts":0,"type":"stream","format":1,"linked":true}
{"ts":0,"dur":9,"type":"nvtx","name":"step 1","pid":1,"tid":1}
{"ts":1,"dur":2,"type":"kernel","name":"k","pid":1,"device":0,"stream":7,"launch":{"name":"cudaLaunchKernel_v7000","ts":0,"dur":1,"tid":1},"nvtx":["step 1","aten::mm, op_id = 1"]}
{"ts":3,"dur":1,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"cpu","blame":"aten::mm, op_id = 1"}}
{"ts":4,"dur":1,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"cpu","blame":"cudaMalloc_v3020"}}
{"ts":20,"dur":9,"type":"nvtx","name":"step 2","pid":1,"tid":1}
{"ts":21,"dur":2,"type":"kernel","name":"k","pid":1,"device":0,"stream":7,"launch":{"name":"cudaLaunchKernel_v7000","ts":20,"dur":1,"tid":1},"nvtx":["step 2","aten::mm, op_id = 2"]}
{"ts":23,"dur":1,"type":"gpu-state","name":"idle","pid":1,"device":0,"args":{"cause":"cpu","blame":"aten::mm, op_id = 2"}}
{"ts":29,"type":"end","events":7}
END
# by WORD...: the rows of nst-sum, in one line.
by() {
	nst-sum --tsv --columns count "$@" "$tmp/in" 2>/dev/null | sed 1d | tr '\t' ' ' | sort | paste -sd ,
}
is "$(by --by nvtx --event k)" 'aten::mm 2' 'nst-sum: --by nvtx'
is "$(by --by nvtx:all --event k)" 'aten::mm 2,step 2' 'nst-sum: --by nvtx:all'
is "$(by --by nvtx --event k --names raw)" 'aten::mm, op_id = 1 1,aten::mm, op_id = 2 1' 'nst-sum: --by nvtx --names raw'
is "$(by --by blame --event idle)" 'aten::mm 2,cudaMalloc 1' 'nst-sum: --by blame'
is "$(by --by name --event '^step 2$')" '^step 2$ 1' 'nst-sum: --event looks at the names of the stream'
is "$(nst-sum --by none "$tmp/in" 2>/dev/null | grep -c 'aten::mm, op')" 0 'nst-sum: causes of idle time'
is "$(nst-sum --by name,type --json "$tmp/in" 2>/dev/null | jq -c 'select(.table).table | [.names, .raw]')" '["short",null]' 'nst-sum --json: the table says which names it has'
is "$(nst-sum --names raw --by name --json "$tmp/in" 2>/dev/null | jq -c 'select(.table).table | [.names, .raw]')" '["short",true]' 'nst-sum --json --names raw'
is "$(nst-fold "$tmp/in" | paste -sd ,)" 'step;aten::mm;k 4' 'nst-fold'
is "$(nst-fold --names raw "$tmp/in" | wc -l)" 2 'nst-fold --names raw'
is "$(nst-diff --json --type nvtx "$tmp/in" "$tmp/in" | tablerows | jq -c '[.name, .count_old, .count_new]' | paste -sd ,)" '["step",2,2]' 'nst-diff'
is "$(nst-diff --json --type nvtx --names raw "$tmp/in" "$tmp/in" | tablerows | wc -l)" 2 'nst-diff --names raw'

# What is missing is told, and only then.
run nst-sum --by name --names demangled "$tmp/in"
is "$status $(cat "$tmp/err")" "0 nst-sum: $tmp/in: kernels have short names in this stream: nst-dump --names demangled writes the others" 'nst-sum: names that the stream lacks'
run nst-fold --names mangled "$tmp/in"
is "$status $(cat "$tmp/err")" "0 nst-fold: $tmp/in: kernels have short names in this stream: nst-dump --names mangled writes the others" 'nst-fold: names that the stream lacks'
for program in nst-sum nst-fold; do
	run $program --names raw "$tmp/in"
	is "$status $(cat "$tmp/err")" '0 ' "$program --names raw: nothing is missing"
	run $program --names shrt "$tmp/in"
	is "$status $(head -n 1 "$tmp/err")" "2 $program: --names: 'shrt' is none of short|template|demangled|mangled|raw; is it 'short'?" "$program: a mistyped style"
done
run nst-sum --names short --report cuda_gpu_kern_sum "$tmp/in"
is "$status" 2 'nst-sum: a report of nsys stats has its own names'
sed 's/"format":1/&,"names":"template"/' "$tmp/in" >"$tmp/other"
run nst-diff "$tmp/in" "$tmp/other"
is "$status $(cat "$tmp/err")" "1 nst-diff: $tmp/in and $tmp/other cannot be compared: kernels have short names in one and template names in the other: make both with the same --names" \
	'nst-diff: names of two kinds'
nst-sum --json --by type,name "$tmp/in" >"$tmp/table" 2>/dev/null
run nst-diff "$tmp/table" "$tmp/other"
like "$status $(cat "$tmp/err")" '^1 .*kernels have short names' 'nst-diff: a table with names of another kind'

# Profiles: whoever makes the names, they are the same.
for name in $(profiles); do
	file=$(profile "$name")
	for style in short template demangled both; do
		nst-dump --names $style "$file" 2>/dev/null | nst-filter --type kernel >"$tmp/$style"
	done
	grep -q '"type":"kernel"' "$tmp/short" || continue
	nst-sum --names template --tsv "$tmp/template" >"$tmp/want"
	for style in demangled both; do
		nst-sum --names template --tsv "$tmp/$style" >"$tmp/got"
		same "$tmp/got" "$tmp/want" "$name: template names of a stream with $style names"
	done
	nst-filter --rename kernel "$tmp/demangled" | jq -c 'select(.type == "kernel") | .name' >"$tmp/want"
	jq -c 'select(.type == "kernel") | .name' "$tmp/template" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: nst-dump --names template"
	nst-sum --names demangled --tsv "$tmp/demangled" >"$tmp/want"
	nst-sum --names demangled --tsv "$tmp/both" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: demangled names of a stream with both"
	[ "$name" != missing-columns ] || continue # its demangled names are all 0
	nst-sum --tsv "$tmp/short" >"$tmp/want"
	nst-sum --names short --tsv "$tmp/demangled" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: short names are those of NVIDIA"
done

# Operators: what SQL cuts from the names, ranges of two profiles.
for name in $(profiles); do
	ranges=$(sql "$name" "SELECT count(*) FROM NVTX_EVENTS WHERE eventType IN (59, 60)" 2>/dev/null) || continue
	[ "$ranges" -gt 0 ] || continue
	sql "$name" "WITH n AS (SELECT coalesce(text, (SELECT value FROM StringIds WHERE id = textId)) AS name FROM NVTX_EVENTS WHERE eventType IN (59, 60) AND end IS NOT NULL)
		SELECT CASE WHEN instr(name, ', seq = ') THEN substr(name, 1, instr(name, ', seq = ') - 1) WHEN instr(name, ', op_id = ') THEN substr(name, 1, instr(name, ', op_id = ') - 1)
			WHEN name GLOB '[Ss]tep [0-9]*' OR name GLOB '*batch [0-9]*' THEN rtrim(rtrim(name, '0123456789'), ' ') ELSE name END, count(*) FROM n GROUP BY 1" | sort >"$tmp/want"
	nst-dump --type nvtx "$(profile "$name")" 2>/dev/null | nst-sum --by name --tsv --columns count | sed 1d | tr '\t' '|' | sort >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: operators are those of SQL"
done
finish
