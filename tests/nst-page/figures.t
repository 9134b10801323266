#!/bin/sh
# SPDX-License-Identifier: MIT
# Every figure of a page is nst-sum's for the same stream: the page is read again, and each of its
# rows looked up.
. tests/tap.sh

command -v jq >/dev/null || skipall "jq is not installed"
perl -MJSON::PP -e1 2>/dev/null || skipall "perl has no JSON::PP"

# rows CAPTION...: the rows of the tables that are called so, as objects without where they stand;
# what is left out of long tables is left out.
rows() {
	for caption; do
		jq -c --arg caption "$caption" 'select((.caption | sub(", the first .*"; "")) == $caption) | del(.section, .caption)' "$tmp/tables"
	done
}

# equal CAPTION ROWS DESCRIPTION: the table that is called so has these rows, each with its own
# columns of them, and no others.
equal() {
	rows "$1" >"$tmp/got"
	jq -cn --slurpfile got "$tmp/got" --slurpfile want "$2" '
		($got | map(keys) | add // [] | unique) as $columns
		| $want | map(with_entries(select(.key | IN($columns[])))) | .[]' | jq -cS . | sort >"$tmp/want"
	jq -cS . "$tmp/got" | sort >"$tmp/sorted"
	same "$tmp/sorted" "$tmp/want" "$3"
}

# lacks CAPTION ROWS DESCRIPTION: there is neither a table that is called so nor a row.
lacks() {
	is "$(rows "$1" | wc -l) $(wc -l <"$2")" '0 0' "$3"
}

# check CAPTION ROWS DESCRIPTION: one of these two.
check() {
	if [ -s "$2" ]; then
		equal "$@"
	else
		lacks "$@"
	fi
}

# type TYPE: the rows of a type, as many as a table has.
type() {
	jq -cs --arg type "$1" 'map(select(.type == $type) | del(.type)) | .[:500][]' "$tmp/sum" >"$tmp/rows"
}

# The heading of a GPU over two columns, for jq.
heading='def heading: "GPU_\(.device)" + (if .rank then "_of_rank_\(.rank)" elif .pid then "_of_process_\(.pid)" else "" end);'

for name in $(profiles); do
	chosen || [ "$name" = sample ] || continue
	nst-dump "$(profile "$name")" 2>/dev/null | nst-link 2>/dev/null | nst-step --any 2>/dev/null | nst-state 2>/dev/null >"$tmp/stated"
	nst-skew "$tmp/stated" >"$tmp/in" 2>/dev/null || cp "$tmp/stated" "$tmp/in"
	run nst-page "$tmp/in"
	is "$status" 0 "$name: a page"
	ok "$name: it can be read" tests/nst-page/read tables <"$tmp/out"
	tests/nst-page/read tables <"$tmp/out" >"$tmp/tables"
	is "$(grep -o '<th [^>]*>' "$tmp/out" | grep -v ' title="[^"]' | sort -u)" '' "$name: each column has an explanation"

	jq -c 'select(.type == "gpu-state" and (.name == "before" or .name == "after") and .dur > 0)
		| { device, state: .name, time: .dur } + (.args | { cause, kind, blame } | with_entries(select(.value)))' "$tmp/in" >"$tmp/rows"
	is "$(jq -s --argjson span "$(tests/nst-page/read figures <"$tmp/out" | jq .span)" '
		map(select(.span_share) | .span_share - .time * 100 / $span | fabs) | all(. < 0.00051)' "$tmp/tables")" true \
		"$name: its share of the span"
	jq -c 'del(.span_share)' "$tmp/tables" >"$tmp/other"
	mv "$tmp/other" "$tmp/tables"
	check 'before the first and after the last work of a GPU' "$tmp/rows" "$name: time before and after the work"
	nst-sum --by counter --json "$tmp/in" 2>/dev/null | grep -v '^{"table"' >"$tmp/rows" || true
	jq -c '.' "$tmp/rows" | head -n 500 >"$tmp/first"
	check counters "$tmp/first" "$name: counters"
	nst-sum --by none --json "$tmp/in" >"$tmp/whole" 2>/dev/null
	jq -c 'select(has("busy"))' "$tmp/whole" >"$tmp/rows"
	check 'GPUs, over the whole time' "$tmp/rows" "$name: GPUs"
	jq -c 'select(has("waits"))' "$tmp/whole" >"$tmp/rows"
	jq -cs 'group_by([.device, .pid])[] | .[:500][]' "$tmp/rows" >"$tmp/first"
	check 'what was to blame' "$tmp/first" "$name: what was to blame"
	jq -cs 'group_by([.device, .pid, .cause, .kind])[] | {device: .[0].device, cause: .[0].cause, kind: .[0].kind, waits: (map(.waits) | add), idle: (map(.idle) | add)}
		| with_entries(select(.value != null))' "$tmp/rows" >"$tmp/causes"
	rows 'why GPUs were idle' | jq -c 'del(.idle_share, .pid)' | jq -cS . | sort >"$tmp/got"
	jq -cS . "$tmp/causes" | sort >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: causes are the sums of what is to blame"
	jq -c 'select(has("step_time"))' "$tmp/whole" >"$tmp/rows"
	jq -es 'any(has("step"))' "$tmp/rows" >"$tmp/any" || : >"$tmp/rows"
	check 'states of GPUs by step' "$tmp/rows" "$name: states by step"
	# a column for each step, as high as the step is long, which links to its place
	jq -s -r 'map(select(has("step"))) | (map(.step_time) | max) as $longest | (group_by([.device, .pid]) | map((map(.step_time) | sort) as $t |
		{ key: (.[0] | [.device, .pid] | tojson), value: (($t[(($t | length) - 1) / 2 | floor] + $t[($t | length) / 2 | floor]) / 2) }) | from_entries) as $median |
		.[] | "\(.step_time * 100 / $longest) \(if .step_time > 1.5 * $median[[.device, .pid] | tojson] then 1 else 0 end)"' "$tmp/rows" >"$tmp/high"
	jq -r -s '([0, (map(.ts // 0) | min)] | min) as $origin | map(select(.type == "gpu-state" and has("step") and .dur > 0)) | group_by([.device, .pid, .step])[] |
		"\((map(.ts) | min) - $origin) \((map(.ts + .dur) | max) - $origin)"' "$tmp/in" | paste -d ' ' "$tmp/high" - >"$tmp/want"
	tests/nst-page/read steps <"$tmp/out" | paste -d ' ' - "$tmp/want" |
		awk '($1 - $5) ^ 2 > 1e-4 || $2 != $7 || $3 != $8 || $4 != $6 || NF != 8' >"$tmp/wrong"
	is "$(cat "$tmp/wrong")" '' "$name: a column for each of $(grep -c . "$tmp/want") steps"

	# a cell for each process, which are in the order of ranks in these profiles, and step
	jq -r -s '([0, (map(.ts // 0) | min)] | min) as $origin | map(select((.type == "kernel" or .type == "mpi") and has("step") and .args.wait != null)) |
		(map(.step) | unique) as $steps | group_by([.pid, .step]) | select((map(.[0].pid) | unique | length) > 1) | (map(map(.args.wait) | add) | max) as $most |
		.[] | .[0].step as $step | "\($steps | index($step)) \(if $most > 0 then (map(.args.wait) | add) / $most else 0 end) \((map(.ts) | min) - $origin) \((map(.ts + .dur) | max) - $origin)"' \
		"$tmp/in" >"$tmp/want"
	tests/nst-page/read waits <"$tmp/out" >"$tmp/got"
	is "$(wc -l <"$tmp/got")" "$(wc -l <"$tmp/want")" "$name: as many cells of waits as ranks have steps ($(grep -c . "$tmp/want"))"
	is "$(paste -d ' ' "$tmp/got" "$tmp/want" | awk '$1 != $5 || ($2 - $6) ^ 2 > 1e-6 || $3 != $7 || $4 != $8')" '' "$name: waits by rank and step"

	# a box for each prefix of a stack of nst-fold with a thousandth of the time, if there are
	# ranges
	nst-fold "$tmp/in" 2>/dev/null | sed 's/ \([0-9]*\)$/;\1/' | awk -F ';' '
		{ path = ""; all += $NF; deep = deep > NF - 1 ? deep : NF - 1; for (i = 1; i < NF; i++) { path = path ";" $i; sum[path] += $NF; depth[path] = i } }
		END { for (path in sum) if (sum[path] * 1000 >= all && deep > 1) printf "%d\t%.1f\n", depth[path], sum[path] * 1000 / all }' | sort >"$tmp/want"
	tests/nst-page/read flame <"$tmp/out" | awk -F '\t' '{ printf "%d\t%.1f\n", $1, $2 }' | sort >"$tmp/got"
	is "$(wc -l <"$tmp/got")" "$(wc -l <"$tmp/want")" "$name: boxes of the flame graph ($(grep -c . "$tmp/want"))"
	is "$(paste "$tmp/got" "$tmp/want" | awk -F '\t' '$1 != $3 || ($2 - $4) ^ 2 > 0.05')" '' "$name: their depths and widths"

	jq -c 'select(has("gpu_time"))' "$tmp/whole" >"$tmp/rows"
	jq -cs "$heading"' (.[0] // {} | keys[] | select(endswith("_share")) | rtrimstr("_share")) as $state
		| map({"\(heading)": .[$state], "\(heading)_share": .["\($state)_share"]}) | add + {state: $state}' "$tmp/rows" >"$tmp/states"
	check 'states of GPUs' "$tmp/states" "$name: states"
	# a bar for each GPU
	tests/nst-page/read bars <"$tmp/out" >"$tmp/bars"
	is "$(wc -l <"$tmp/bars")" "$(wc -l <"$tmp/rows")" "$name: a bar for each GPU"
	is "$(awk '{ at = 0; for (i = 1; i < NF; i += 2) { if (($i - at) ^ 2 > 1e-9) print "gap"; at = $i + $(i + 1) } if ((at - 1000) ^ 2 > 1e-9) print at }' "$tmp/bars")" '' \
		"$name: bars have no gap and are full"
	nst-sum --by none --bins 240 --json "$tmp/in" 2>/dev/null | jq -s -r 'map(select(has("busy"))) | group_by([.host, .device, .gpu]) | .[] | map(.use) | @tsv' |
		awk '{ for (i = 1; i <= NF; i++) printf "%s%.3f", (i > 1 ? " " : ""), $i; print "" }' >"$tmp/want"
	tests/nst-page/read curves <"$tmp/out" >"$tmp/got"
	same "$tmp/got" "$tmp/want" "$name: use over time"

	nst-sum --by type,work,name --json "$tmp/in" >"$tmp/sum" 2>/dev/null
	for table in 'kernel=kernels' 'graph=CUDA graphs, traced as a whole' 'memcpy=copies' 'memset=memory set' 'nvtx-kernel=ranges by their time on the GPU' \
		'nvtx=ranges by their time on the CPU' 'cuda-api=CUDA calls' 'cuda-sync=waits of CUDA calls for the GPU' 'cublas=calls of cuBLAS' 'mpi=MPI calls' \
		'openacc=OpenACC' 'opengl=OpenGL calls' 'osrt=calls of the operating system' 'syscall=system calls' 'overhead=overhead of the profiler' 'sample=samples of the CPU'; do
		type "${table%%=*}"
		check "${table#*=}" "$tmp/rows" "$name: ${table#*=}"
	done
	nst-sum --over step --by type,device --json "$tmp/in" >"$tmp/sum" 2>/dev/null
	for table in 'kernel=kernels by step: their time in each' 'graph=CUDA graphs by step' 'memcpy=copies by step' 'nvtx-kernel=ranges on the GPU by step' \
		'nvtx=ranges on the CPU by step' 'cuda-api=CUDA calls by step' 'mpi=MPI calls by step'; do
		type "${table%%=*}"
		check "${table#*=}" "$tmp/rows" "$name: ${table#*=}"
	done
	nst-sum --by type,rank --json "$tmp/in" >"$tmp/sum" 2>/dev/null
	jq -es 'any(has("rank"))' "$tmp/sum" >"$tmp/any" || : >"$tmp/sum"
	for table in 'kernel=kernels by rank' 'graph=CUDA graphs by rank' 'memcpy=copies by rank' 'mpi=MPI calls by rank' 'cuda-api=CUDA calls by rank'; do
		type "${table%%=*}"
		check "${table#*=}" "$tmp/rows" "$name: ${table#*=}"
	done
	[ ! -s "$tmp/sum" ] || nst-sum --by type,rank,last --json "$tmp/in" 2>/dev/null | jq -c 'select(has("wait"))' >"$tmp/sum"
	for table in 'kernel=kernels of collectives: for whom each rank waited' 'mpi=MPI calls of collectives: for whom each rank waited'; do
		type "${table%%=*}"
		check "${table#*=}" "$tmp/rows" "$name: ${table#*=}"
	done

	jq -c 'select(has("wait_share"))' "$tmp/whole" >"$tmp/rows"
	check 'ranks in collectives' "$tmp/rows" "$name: ranks in collectives"

	# the main figures; a step begins with its first event on a thread
	jq -cs '[.[] | select(has("step") and has("tid"))] | group_by(.pid)
		| map(group_by(.step) | map(map(.ts) | min)
			| [range(1; length) as $i | .[$i] - .[$i - 1]])
		| add // [] | sort
		| if . == [] then {} else {median_step:
			((.[(length - 1) / 2 | floor] + .[length / 2 | floor]) / 2 | round)}
			# the interval of the median: at most 2.5 % of the binomial distribution is
			# outside each end
			+ (length as $n | . as $all
				| reduce range(0; $n) as $k ({term: pow(2; -$n), sum: 0, rank: -1};
					.sum += .term | .term *= ($n - $k) / ($k + 1) | if .sum <= 0.025 then .rank = $k else . end)
				| if .rank < 0 then {} else {median_step_low: $all[.rank], median_step_high: $all[$n - 1 - .rank]} end)
			end' \
		"$tmp/in" >"$tmp/steps"
	tests/nst-page/read figures <"$tmp/out" | jq -cS 'del(.nst, .title)' >"$tmp/got"
	nst-sum --by type --json "$tmp/in" >"$tmp/sum" 2>/dev/null
	jq -n 'reduce (inputs | select(.type == "gpu-state" and .name == "idle")) as $e ({};
		.["idle_" + ($e.args.cause | gsub(" "; "_"))] += $e.dur)' "$tmp/in" >"$tmp/causes"
	jq -cS -n --slurpfile causes "$tmp/causes" --slurpfile whole "$tmp/whole" --slurpfile types "$tmp/sum" \
		--slurpfile steps "$tmp/steps" '
		($whole | map(select(has("span")))[0] // {span: 0}) as $profile
		| ($whole | map(select(has("busy")))) as $gpus
		| ($types | map(select(.type == "kernel"))[0] // {count: 0, total: 0}) as $kernels
		| {span: $profile.span, events: $profile.events, gpus: ($gpus | length), kernels: $kernels.count, kernel_time: $kernels.total}
		+ $steps[0]
		+ if $gpus == [] then {} else {busy, idle, before, after, compute, copies, comm} | with_entries(.key as $key | .value = ($gpus | map(.[$key]) | add))
			+ {exposed: ($gpus | map((.comm // 0) - (.comm_overlap // 0)) | add)} + $causes[0] end' >"$tmp/want"
	same "$tmp/got" "$tmp/want" "$name: the main figures"
done

# More than two GPUs have columns in the tables of idle time.
nst-dump "$(profile sample)" 2>/dev/null | tests/nst-page/eightfold | nst-link --partial 2>/dev/null | nst-state >"$tmp/in"
jq -c 'select(.type != "gpu-state" or .device != 3 or .args.cause != "host" or .ts % 2 == 0)' "$tmp/in" | nst-page --partial - >"$tmp/page" 2>/dev/null
jq -c 'select(.type != "gpu-state" or .device != 3 or .args.cause != "host" or .ts % 2 == 0)' "$tmp/in" | nst-sum --by none --json --partial 2>/dev/null |
	jq -c 'select(has("waits"))' >"$tmp/sum"
tests/nst-page/read tables <"$tmp/page" >"$tmp/tables"
for table in 'what was to blame=["cause","kind","blame"]' 'why GPUs were idle=["cause","kind"]'; do
	caption=${table%%=*}
	jq -cS --slurp --argjson keys "${table#*=}" 'def key: with_entries(select(.key | IN($keys[])));
		(map({"GPU_\(.device)": 0}) | add) as $none
		| group_by(key)[] | (.[0] | key) + $none + {waits: (map(.waits) | add), idle: (map(.idle) | add)}
			+ (group_by(.device) | map({"GPU_\(.[0].device)": (map(.idle) | add)}) | add)' "$tmp/sum" | sort >"$tmp/want"
	rows "$caption" | jq -cS . | sort >"$tmp/got"
	ok "eight GPUs: $caption: there are some" test "$(wc -l <"$tmp/want")" -gt 3
	same "$tmp/got" "$tmp/want" "eight GPUs: $caption: a column for each"
	ok "eight GPUs: $caption: some differ" jq -es 'any(.GPU_3 != .GPU_2)' "$tmp/want"
	is "$(rows "$caption" | jq .idle)" "$(jq .idle "$tmp/want" | sort -rn)" "eight GPUs: $caption: the longest first"
done
for gpus in 2 3; do
	jq -c --argjson gpus "$gpus" 'select(.device == null or .device < $gpus)' "$tmp/in" | nst-page --partial - 2>/dev/null | tests/nst-page/read tables |
		jq -r 'select(.caption == "why GPUs were idle") | keys[]' | grep -c -e '^GPU_' -e '^device' >"$tmp/columns.$gpus" || :
done
is "$(cat "$tmp/columns.2" "$tmp/columns.3" | paste -sd ' ')" \
	"$(rows 'why GPUs were idle' | wc -l | awk '{ print $1 * 2, $1 * 3 }')" 'two GPUs have rows, three have columns'

# Their steps have a row each.
nst-dump "$(profile sample)" 2>/dev/null | tests/nst-page/eightfold | nst-link --partial 2>/dev/null | nst-step | nst-state |
	jq -c 'select(.type != "gpu-state" or .device != 3 or .step != 2)' >"$tmp/steps"
nst-page --partial "$tmp/steps" >"$tmp/page" 2>/dev/null
tests/nst-page/read tables <"$tmp/page" >"$tmp/tables"
nst-sum --by none --json --partial "$tmp/steps" 2>/dev/null | jq -cs "$heading"' map(select(has("step_time"))) | group_by(.step) | sort_by(.[0].step == null)[]
	| (.[0] | {step} | with_entries(select(.value != null))) + (map({"\(heading)": .step_time, "\(heading)_idle": .idle_share}) | add)' | jq -cS . >"$tmp/want"
# What the tables by step and by rank have of each GPU.
nst-sum --over step --by type,device --json --partial "$tmp/steps" >"$tmp/sum" 2>/dev/null
noun='{ kernel: "kernels", graph: "CUDA graphs", memcpy: "copies", "nvtx-kernel": "ranges on the GPU", nvtx: "ranges on the CPU", "cuda-api": "CUDA calls", mpi: "MPI calls" }[.type // ""]'
# steptable CAPTION FILTER: the rows of this table are those of nst-sum, by a filter of the rows of
# a type.
steptable() {
	jq -cS -s "map(select($noun)) | group_by(.type)[] | (.[0] | {events: $noun}) + ($2) | select(length > 1)" "$tmp/sum" | sort >"$tmp/columns"
	rows "$1" | jq -cS . | sort >"$tmp/got"
	ok "eight GPUs: $1: there are some" test -s "$tmp/columns"
	same "$tmp/got" "$tmp/columns" "eight GPUs: $1"
}
steptable 'median time in a step' '(map(select(has("device")) | {"GPU_\(.device)": .median}) | add)'
steptable 'longest time in a step, and that step' '(map(select(has("device")) | {"GPU_\(.device)": .max, "GPU_\(.device)_step": .slowest}) | add)'
steptable 'time in a step, without a GPU' '(map(select(has("device") | not) | {median, max, slowest})[0])'
is "$(grep -c 'by step: their time in each' "$tmp/page")" 0 'eight GPUs: tables by step are joined'
is "$(grep -c 'A click shows a step' "$tmp/page") $(grep -o '[0-9]* steps, median' "$tmp/page" | sort | uniq -c | awk '{ print $1, $2 }' | paste -sd ' ')" '1 1 5 7 6' \
	'eight GPUs: the chart of steps explains itself once'
nst-sum --by type,rank --json --partial "$tmp/steps" 2>/dev/null | jq -cS -s "map(select(.type | IN(\"kernel\", \"graph\", \"memcpy\", \"mpi\", \"cuda-api\"))) | group_by(.rank)[]
	| (.[0] | {rank}) + (map({($noun | gsub(\" \"; \"_\")): .count, (\"\($noun)_time\" | gsub(\" \"; \"_\")): .total}) | add)" >"$tmp/columns"
rows 'events by rank' | jq -cS . >"$tmp/got"
same "$tmp/got" "$tmp/columns" 'eight ranks: a row for each'
is "$(wc -l <"$tmp/got") $(jq -r .caption "$tmp/tables" | grep -c 's by rank$')" '8 8' 'eight ranks: in one table'
jq -c 'select(.type == "gpu-state" and (.name == "before" or .name == "after") and .dur > 0) | {state: .name, device, time: .dur} + (.args | {cause, kind, blame} | with_entries(select(.value)))' "$tmp/steps" |
	jq -cS -s 'group_by(del(.device, .time))[] | (.[0] | del(.device, .time)) + {time: map(.time) | add} + (map({"GPU_\(.device)": .time}) | add)' | sort >"$tmp/columns"
rows 'before the first and after the last work of a GPU' | jq -cS . | sort >"$tmp/got"
same "$tmp/got" "$tmp/columns" 'eight GPUs: time before and after their work in columns'
rows 'states of GPUs by step' | jq -cS 'del(.[] | nulls)' >"$tmp/got"
same "$tmp/got" "$tmp/want" 'eight GPUs: a row for each step'
is "$(jq -s 'map(has("GPU_3")) | (any and (all | not))' "$tmp/got")" true 'eight GPUs: one is without a step'
finish
