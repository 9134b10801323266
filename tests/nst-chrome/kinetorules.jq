# SPDX-License-Identifier: MIT
# Reads a trace as HTA, TraceLens and TensorBoard's plugin do, and prints a line for each rule of
# ../shared/kineto/README.md that it breaks.
def calls: IN("cuda_runtime", "cuda_driver");
def work: IN("kernel", "gpu_memcpy", "gpu_memset");
def ranges: IN("cpu_op", "user_annotation");
def int: type == "number" and . == floor;
def ns(us): us * 1000 | round;
def memory: "(Unknown|Pageable|Pinned|Device|Array|Managed|Device Static|Managed Static)";
def place: [.pid, .tid, .ts];

.traceEvents as $all
| [$all[] | select(.ph == "X")] as $events
| [$events[] | select(.cat | calls)] as $calls
| [$events[] | select(.cat | work)] as $works
| [$events[] | select(.cat | ranges)] as $ranges
| ($calls | map({"\(.args.correlation)": .}) | add // {}) as $callof
| ($works | group_by(.args.correlation) | map({"\(.[0].args.correlation)": .}) | add // {})
	as $worksof
| ($ranges | map({"\(.args["External id"])": .}) | add // {}) as $rangeof
| ([$all[] | select(.ph == "M")] | map({"\(.name) \(.pid) \(.tid)": .args}) | add // {}) as $meta
| [$all[] | select(.cat == "ac2g" and .ph == "s")] as $starts
| [$all[] | select(.cat == "ac2g" and .ph == "f")] as $ends
| ($starts | map({"\(.id)": .}) | add // {}) as $startof
| (select(.schemaVersion != 1 or .displayTimeUnit != "ms" or (.traceName | type) != "string"
		or (.baseTimeNanoseconds // 0 | int | not)) | "top: \(del(.traceEvents))"),
	($events[] | select((.name | type) != "string" or (.pid | int | not) or (.tid | int | not)
		or (.ts | type) != "number" or (.dur | type) != "number" or .dur < 0
		or (.args | type) != "object") | "event: \(.)"),
	($events[] | select((.cat | calls or work or ranges)
		or .cat == "gpu_user_annotation" or .cat == "overhead" or .cat == "cuda_sync"
		or .cat == "python_function" | not) | "category: \(.)"),
	($works[] | select((.args | [.device, .stream, .context] | all(int) | not)
		or .pid != .args.device or .tid != .args.stream) | "work: \(.)"),
	($events[] | select(.cat == "overhead" and (.args | has("correlation")))
		| "correlation of overhead: \(.)"),
	($works[] | select(.cat == "gpu_memcpy" and (.name | test("^Memcpy "
		+ "(HtoD|DtoH|HtoA|AtoH|AtoA|AtoD|DtoA|DtoD|HtoH|PtoP|Unified [-A-Za-z]+)"
		+ "( \\(" + memory + " -> " + memory + "\\))?$") | not)) | "copy: \(.)"),
	($works[] | select(.cat == "gpu_memset" and (.name | test("^Memset( \\(" + memory + "\\))?$")
		| not)) | "fill: \(.)"),
	($works[] | select(.cat != "kernel" and .dur > 0 and (.args.bytes / ns(.dur)
		- .args["memory bandwidth (GB/s)"] | fabs > 1e-9)) | "rate: \(.)"),
	($works[] | select(.cat == "kernel" and .args.graph_exec == null
		and (.args | [.["registers per thread"], .["shared memory"], (.grid, .block
		| if length == 3 then .[] else null end)] | all(int) | not)) | "kernel: \(.)"),
	($calls[] | select((.name | test("_v[0-9]{4,}$"))
		or (.name | test("^cu[A-Z]")) != (.cat == "cuda_driver")) | "call: \(.)"),
	($calls | map(.args.correlation | select(.)) | group_by(.)[]
		| select(length > 1 and $worksof["\(.[0])"]) | "correlation of several calls: \(.[0])"),
	# The arrow of a call begins there once, and ends at each work with its correlation id.
	($starts | group_by(.id)[] | select(length > 1) | "arrows: \(.)"),
	($starts[] | select(place != ($callof["\(.id)"] // {} | place)) | "arrow from: \(.)"),
	($ends[] | select(.bp != "e" or $startof["\(.id)"] == null
		or (place as $p | $worksof["\(.id)"] // [] | any(place == $p) | not)) | "arrow to: \(.)"),
	($works[] | select(.args.correlation and $callof["\(.args.correlation)"]) | "\(.args.correlation)"
		| select($startof[.] == null) | "no arrow: \(.)"),
	(($ends | length) as $n | ([$works[] | select(.args.correlation
		and $callof["\(.args.correlation)"])] | length) | select(. != $n)
		| "arrows to \($n) of \(.)"),
	# External id: one for each range; calls have that of the innermost range around them, their
	# work the same.
	($ranges | map(.args["External id"]) | group_by(.)[] | select(length > 1 or (.[0] | int | not))
		| "External ids of ranges: \(.)"),
	($calls[] | .args["External id"] as $id | select($id) | . as $call | $rangeof["\($id)"]
		| select(. == null or .tid != $call.tid or .ts > $call.ts
			or ns(.ts) + ns(.dur) <= ns($call.ts)) | "External id of \($call): \(.)"),
	($works[] | .args["External id"] as $id
		| select($id != ($callof["\(.args.correlation)"] // {} | .args["External id"]))
		| "External id of work: \(.)"),
	($events[] | select(.cat == "gpu_user_annotation") | $rangeof["\(.args["External id"])"] as $r
		| select($r.cat != "user_annotation" or $r.name != .name) | "projection: \(.)"),
	($events[] | ["\(.pid) 0", "\(.pid) \(.tid)"] as [$process, $thread]
		| select($meta["process_name " + $process] == null
			or $meta["process_labels " + $process] == null
			or $meta["process_sort_index " + $process] == null
			or $meta["thread_name " + $thread] == null) | "not named: \(.pid) \(.tid)")
