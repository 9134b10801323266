# SPDX-License-Identifier: MIT
# What nst-dump has to write of a trace of PyTorch's profiler, from the trace itself: a line for
# each event, with all keys that the manual promises. Values of decimals are taken as text.
def ns: tostring | if test("[eE]") then error("an exponent") else . end | split(".")
	| (.[0] + ((.[1] // "") + "000")[0:3]) | sub("^(?<s>-?)0+(?=[0-9])"; .s);
def copy: capture("^Memcpy (?<k>[A-Z])to(?<l>[A-Z]) \\((?<s>[A-Za-z]+) -> (?<d>[A-Za-z]+)\\)$") //
	error("copy " + .);
def side: { H: "Host", D: "Device", P: "Peer" }[.];
def sync: { "Stream Sync": "Stream synchronize", "Event Sync": "Event synchronize",
	"Context Sync": "Context synchronize", "Stream Wait Event": "Stream wait event" }[.] // .;
([.traceEvents[] | select(.cat == "cuda_runtime" or .cat == "cuda_driver") | .pid] | first) as $pid
| .traceEvents[]
| select(.ph == "X" or .name == "[memory]")
| [(.ts | ns), (if .dur == null then null else .dur | ns end)] as $when
| .args as $a
| ([$a.device, $a.context, $a.stream | select(. != null and . >= 0 and . != 4294967295)]) as $where
| if .cat == "kernel" then
	$when + ["kernel", .name, $pid] + $where +
	[$a.correlation, $a.grid, $a.block, $a["registers per thread"], $a["shared memory"]]
elif .cat == "gpu_memcpy" then
	(.name | copy) as $c | $when + ["memcpy",
	"Memcpy " + ($c.k | side) + "-to-" + ($c.l | side), $pid] + $where +
	[$a.correlation, $a.bytes, $c.s, $c.d]
elif .cat == "gpu_memset" then
	$when + ["memset", "Memset", $pid] + $where + [$a.correlation, $a.bytes]
elif .cat == "cuda_runtime" or .cat == "cuda_driver" then
	$when + ["cuda-api", .name, .pid, .tid, $a.correlation, $a["External id"]]
elif .cat == "cuda_sync" then
	$when + ["cuda-sync", (.name | sync), $pid] + $where +
	[$a.correlation, $a.wait_on_cuda_event_id]
elif .cat == "cpu_op" or .cat == "user_annotation" or .cat == "python_function" then
	$when + ["nvtx", .name, .pid, .tid, .cat, $a["External id"], $a["Input Dims"],
	$a["Sequence number"], $a["Python id"]]
elif .cat == "overhead" then
	$when + ["overhead", .name]
elif .name == "[memory]" then
	$when + [.pid, .tid, $a.Bytes, $a["Total Allocated"], $a["Total Reserved"], $a.Addr]
else empty end
| tojson
