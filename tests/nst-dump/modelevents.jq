# SPDX-License-Identifier: MIT
# The events that nst-dump(1) and nst-event(5) promise for a trace of PyTorch's profiler, a line for
# each; times count from $zero, which is in nanoseconds. "ts" and "dur" of the trace are strings.
include "modeltime";

def kept: with_entries(select(.value != null)) | if .args == {} then del(.args) else . end;
def number($v): if $v == null or $v < 0 or $v == 4294967295 then null else $v end;
def side: {H: "Host", D: "Device", P: "Peer"}[.];
def waits: {"Stream Sync": "Stream synchronize", "Event Sync": "Event synchronize",
	"Context Sync": "Context synchronize", "Stream Wait Event": "Stream wait event"};
def iscall: .cat == "cuda_runtime" or .cat == "cuda_driver";

(.traceEvents? // .) as $all
| ($zero | pair) as $zero
| [$all[] | select(.ph == "X" and iscall)] as $calls
| ([$calls[].pid] | unique) as $callers

# GPU work belongs to the process that makes the calls, or to that whose call has its number.
| def owner: .args.correlation as $corr
	| if $callers | length == 1 then $callers[0]
	else [$calls[] | select($corr and .args.correlation == $corr) | .pid] | unique
		| if length == 1 then .[0] else null end end;
def times: {t: (.ts | micros | since($zero))} + if .dur then {d: (.dur | micros | since([0, 0]))} else {} end;
def onthread: {pid, tid};
def ongpu: {pid: owner, device: number(.args.device), context: number(.args.context), stream: number(.args.stream), corr: .args.correlation};
def rest: .args // {} | del(.device, .context, .stream, .correlation);
def range: times + onthread + {type: "nvtx", name, domain: (.args.domain // .cat), args: (.args // {} | del(.domain))};
def work($type): times + ongpu + {type: $type, name};

# Pairs of B and E: the E of a thread ends the range that began last.
def pairs: reduce $all[] as $e ({};
		([$e.pid, $e.tid] | tojson) as $thread
		| if $e.ph == "B" then .open[$thread] += [$e]
		elif $e.ph == "E" and (.open[$thread] | length) > 0 then
			.done += [.open[$thread][-1] + {till: $e.ts}] | .open[$thread] |= .[:-1]
		else . end)
	| (.done[]? | (.till | micros) as $till | range + {d: ($till | since($zero))} | .d -= .t),
		(.open[]?[] | range + {open: true});

pairs,
($all[]
| if .ph == "X" then
	if (.cat | IN("python_function", "gpu_user_annotation", "Trace")) then empty
	elif iscall then times + onthread + {type: "cuda-api", name, corr: .args.correlation, args: rest}
	elif .cat == "overhead" then times + onthread + {type: "overhead", name, args}
	elif .cat == "cuda_sync" then times + ongpu + {type: "cuda-sync", name: waits[.name],
		args: (rest | del(.wait_on_cuda_event_id) + {event: .wait_on_cuda_event_id})}
	elif .args.device == null and .args.stream == null then range
	elif .cat == "kernel" then work("kernel") + {args: (rest | del(.["registers per thread"], .["shared memory"])
		+ {registers: .["registers per thread"], shared: .["shared memory"]})}
	elif .cat == "gpu_memcpy" then (.name | capture("^Memcpy (?<k>.)to(?<l>.) [(](?<s>[A-Za-z]+) -> (?<d>[A-Za-z]+)[)]$")) as $c
		| "\($c.k | side)-to-\($c.l | side)" as $kind
		| work("memcpy") + {name: "Memcpy \($kind)", args: (rest + {kind: $kind, src_kind: $c.s, dst_kind: $c.d})}
	elif .cat == "gpu_memset" then work("memset") + {name: "Memset", args: (rest + {kind: (.name | capture("[(](?<k>.*)[)]").k)})}
	else error("category \(.cat)") end
elif .ph == "i" and .name == "[memory]" then
	times + onthread + (if .args["Device Id"] >= 0 then {type: "gpu-memory", device: .args["Device Id"]} else {type: "cpu-metric"} end)
	+ {value: .args["Total Allocated"], args: {reserved: .args["Total Reserved"], address: .args.Addr, bytes: .args.Bytes}}
elif .ph == "i" then times + onthread + {type: "nvtx-mark", name, domain: .cat, args}
elif .ph == "C" then times + onthread + (.args | to_entries[] | {type: "cpu-metric", value})
else empty end)
| kept
