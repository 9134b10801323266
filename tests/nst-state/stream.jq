# SPDX-License-Identifier: MIT
# What the model needs of a linked stream, a line each, in the order of the stream; "-" is nothing.
def text: if . == null then "-" else . end;
def comm: test("nccl|nvshmem|rocshmem|msccl"; "i") or
	test("deep_ep::|hybrid_ep::|userbuffers|(one|two)_shot_all_reduce|multimem_|cross_device_reduce") or
	test("(one|two)_?shot_?allreduce|allreduce_fusion"; "i");
def peer: .args.kind == "Peer-to-Peer" or .args.kind == "PtoP" or
	((.args.kind // "" | contains("H") | not) and .args.src_device != null and .args.dst_device != null and
		.args.src_device != .args.dst_device);
def work: if .type == "kernel" then (if .name // "" | comm then "communication" else "compute" end)
	elif .type == "graph" then "compute"
	elif .type == "memcpy" and peer then "communication"
	else "copy" end;
def layer: { "cuda-api": 1, "mpi": 2, "ucx": 2, "osrt": 3, "syscall": 3 }[.type];
def version: sub("_pt(sz|ds)$"; "") | sub("_v[0-9]+$"; "");
(select(.type | IN("stream", "end", "meta", "diagnostic", "overhead", "graph-create", "graph-node") | not) |
	["S", .ts, .ts + (.dur // 0)]),
(if .type == "kernel" or .type == "graph" or .type == "memcpy" or .type == "memset" or .type == "decompress" then
	["G", .ts, .dur // 0, .pid // 0, .device // 0, work, .type == "memcpy", .context // 0, .stream // 0, (.step | text),
		(.launch.ts | text), .launch.dur // 0, (.launch.tid | text), (.launch.name // "" | version | if . == "" then "-" else . end), .name // ""]
elif layer and (.dur // 0) > 0 then ["C", .ts, .dur, .pid // 0, .tid // 0, layer, .name // ""]
elif .type == "nvtx" and ((.dur // 0) > 0 or .open) and (.endtid == null or .endtid == .tid) then
	["C", .ts, (if .open then 1e15 else .dur end), .pid // 0, .tid // 0, 4, .name // ""]
elif .type == "overhead" and (.dur // 0) > 0 and (.args.kind // "" | endswith("(CUDA)") | not) and
	(.args.origin != "CUDA" or (.args.kind // "" | endswith("(Profiler)"))) then
	["C", .ts, .dur, .pid // 0, "profiler", 1, .name // ""]
elif .type == "cuda-sync" and .name == "Stream wait event" then
	["W", .ts, .pid // 0, .context // 0, .stream // 0, (.args.event | text)]
elif .type == "meta" and .name == "device" and .args.uuid then ["D", .pid // 0, .device, .args.uuid]
elif .type == "meta" and .name == "thread" and (.args.name // "") != "" then ["T", .pid // 0, .tid // 0, .args.name]
else empty end) | @tsv
