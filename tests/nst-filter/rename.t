#!/bin/sh
# SPDX-License-Identifier: MIT
# --rename: rules as of sed, presets, and where names stand.
. tests/tap.sh

# gives NAME WANTED RULE...: what a name becomes.
gives() {
	name=$1 wanted=$2
	shift 2
	jq -cn --arg name "$name" '{ ts: 1, type: "kernel", name: $name }' >"$tmp/in"
	for rule; do
		set -- "$@" --rename "$rule"
		shift
	done
	run nst-filter "$@" "$tmp/in"
	is "$status $(jq -r .name "$tmp/out")" "0 $wanted" "$name: $*"
}
gives 'a, op_id = 1' a 's/, op_id = .*//'
gives aXbXc aYbXc s/X/Y/
gives aXbXc aYbYc s/X/Y/g
gives axbXc aYbYc s/x/Y/gi
gives 'conv2d_12' 'layer 12 of conv2d' 's/^(.*)_(\d+)$/layer \2 of \1/'
gives ab '[ab]$1&' 's/.*/[&]$1\&/'
gives a/b a-b 's|/|-|'
gives a/b a-b 's/\//-/'
gives 'a\b' 'a-b' 's/\\/-/'
gives 'a.b' 'a-b' 's/\./-/'
gives ab ab s/x/y/
gives aab c s/a/b/g s/b/c/ s/bb//
gives 'añb' 'aXb' s/ñ/X/
gives a '' s/a//
gives 'aten::mm, seq = 12, op_id = 318133, sizes = [[2, 3], [3, 4]]' aten::mm pytorch
gives 'aten::mm, op_id = 318133' aten::mm pytorch
gives 'autograd::engine::evaluate_function: AddmmBackward0, op_id = 7' 'autograd::engine::evaluate_function: AddmmBackward0' pytorch
gives 'ncclDevKernel_AllReduce_Sum_f32_RING_LL(ncclDevKernelArgsStorage<4096ul>)' ncclAllReduce nccl
gives 'ncclKernel_SendRecv_RING_SIMPLE_Sum_int8_t(ncclDevComm*, unsigned long, ncclWork*)' ncclSendRecv nccl
gives 'gemm' gemm nccl
gives 'void at::native::vectorized_elementwise_kernel<4, at::native::FillFunctor<float>, std::array<char*, 1ul> >(int, at::native::FillFunctor<float>, std::array<char*, 1ul>)' \
	'vectorized_elementwise_kernel<FillFunctor<float>>' kernel
gives 'void k<f(int)::{lambda(int)#2}>(int), op_id = 4' 'k<f#2>' pytorch kernel

cat >"$tmp/in" <<'EOT'
{"ts":1,"type":"meta","name":"aX","args":{"name":"X"}}
{"ts":2,"dur":1,"type":"kernel","name":"aX","args":{"name":"X"},"launch":{"ts":1,"dur":1,"tid":5,"name":"cX"},"nvtx":["X","b","XX"],"captured":["X"],"more":"X"}
{"ts":3,"dur":1,"type":"kernel","name":"b","launch":{"ts":1,"name":"c"},"nvtx":["b"],"args":{"x":1.0}}
{"ts":4,"type":"osrt"}
EOT
run nst-filter --rename s/X/Y/ "$tmp/in"
cat >"$tmp/want" <<'EOT'
{"ts":1,"type":"meta","name":"aX","args":{"name":"X"}}
{"ts":2,"dur":1,"type":"kernel","args":{"name":"X"},"more":"X","name":"aY","launch":{"ts":1,"dur":1,"tid":5,"name":"cY"},"nvtx":["Y","b","YX"],"captured":["Y"]}
{"ts":3,"dur":1,"type":"kernel","name":"b","launch":{"ts":1,"name":"c"},"nvtx":["b"],"args":{"x":1.0}}
{"ts":4,"type":"osrt"}
EOT
same "$tmp/out" "$tmp/want" 'the name, that of the launch, and those of the ranges; all else stays as it was'
run nst-filter --match X --rename s/X/Y/ --color '{"Y":"good"}' "$tmp/in"
is "$(jq -r 'select(.type == "kernel") | "\(.name) \(.cname)"' "$tmp/out")" 'aY good' 'events are picked by the name they had, and coloured by the one they get'

# More names than are remembered, each of them right.
awk 'BEGIN { for (i = 0; i < 140000; i++) printf "{\"ts\":%d,\"name\":\"k_%d\"}\n", i, i % 70000 }' >"$tmp/in"
nst-filter --rename 's/^k_(\d+)$/n\1/' "$tmp/in" | jq -r '.name' >"$tmp/got"
awk 'BEGIN { for (i = 0; i < 140000; i++) print "n" i % 70000 }' >"$tmp/want"
same "$tmp/got" "$tmp/want" 'more names than are remembered'

# refuses RULE PATTERN: wrong usage, and what is said of it.
refuses() {
	run nst-filter --rename "$1" "$tmp/in"
	like "$status $(head -n 1 "$tmp/err")" "^2 nst-filter: --rename: $2" "refused: $1"
}
refuses s/a/b "'s/a/b' is no rule"
refuses s/a "'s/a' is no rule"
refuses s/a/b/x "'x' is no flag"
refuses 's/(/b/' "bad pattern '\\('"
refuses 's/a/\1/' 'the pattern has no group 1'
refuses pytroch "'pytroch' is no rule .*is it 'pytorch'"
refuses '' "'' is no rule"
finish
