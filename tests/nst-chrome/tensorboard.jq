# SPDX-License-Identifier: MIT
# What TensorBoard's plugin for PyTorch counts as communication and as other host time, in us, and
# the number of projections: ranges of cpu_op, user_annotation and gpu_user_annotation are
# communication by their names, kernels by the External id of such a range.
def collective: test("^(nccl|gloo):(broadcast|reduce|all_reduce|all_gather|reduce_scatter)$");
def union: sort_by(.ts) | reduce .[] as $e ({sum: 0, till: -1e300};
	($e.ts + $e.dur) as $till
	| if $till <= .till then . else .sum += $till - ([.till, $e.ts] | max) | .till = $till end) | .sum;

[(.traceEvents? // .)[] | select(.ph == "X")] as $all
| [$all[] | select((.cat | IN("cpu_op", "user_annotation", "gpu_user_annotation"))
	and (.name | startswith("ProfilerStep#") | not))] as $ranges
| ([$ranges[] | select(.name | collective) | .args["External id"] // empty | {("\(.)"): true}] | add) as $ids
| [$ranges[] | select(.name | collective)] + [$all[] | select(.cat == "kernel" and ($ids // {})["\(.args["External id"])"])]
| union, ([$ranges[] | select(.name | collective | not)] | union),
	([$all[] | select(.cat == "gpu_user_annotation")] | length)
