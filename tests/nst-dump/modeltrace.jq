# SPDX-License-Identifier: MIT
# Makes a random trace of PyTorch's profiler, as text; $seed is a number from 1 on. Numbers of "ts"
# and "dur" are made as strings between @@, since jq has doubles.
def numbers($n): [limit($n; recurse((. * 16807) % 2147483647) | (. / 64 | floor))][8:];
def of($r; $i; $n): $r[$i] % $n;
def choose($r; $i; $list): $list[of($r; $i; $list | length)];

# A time of $ns, as decimal microseconds in one of several forms; $lead has the digits before the
# last nine of the microseconds.
def micros($lead; $ns; $form):
	(if $ns < 0 then "-" else "" end) as $sign
	| (if $ns < 0 then -$ns else $ns end) as $ns
	| ($ns / 1000 | floor) as $us
	| (if $lead == "" then "\($us)" else $lead + ("\(1000000000 + $us)"[1:]) end) as $digits
	| ("\(1000 + $ns % 1000)"[1:]) as $places
	| "@@" + $sign + (if $ns % 1000 == 0 and $form < 2 then $digits
		elif $form == 2 then $digits + "." + $places + "000"
		elif $form == 3 and $lead != "" then $digits + $places + "e-3"
		elif $form == 4 and $lead != "" then $digits + $places + ".0E-003"
		else $digits + "." + ($places | sub("(?<d>.)0+$"; .d)) end) + "@@";

# A world is what all events of a trace share.
def world: numbers(40) as $r | {
	lead: choose($r; 0; ["", "", "1712195", "2"]),
	before: choose($r; 1; [0, 0, 2500]),
	processes: (1 + of($r; 2; 2)),
	length: choose($r; 3; [300, 4000, 60000, 4000000]),
	count: (20 + of($r; 4; 100)),
	array: (of($r; 5; 4) == 0),
	between: choose($r; 6; [",", ",\n", " ,\n\n\t"]),
	colon: choose($r; 7; [":", " : "]),
	early: (of($r; 8; 2) == 0),
	names: ["aten::mm", "ProfilerStep#7", "nccl:all_reduce", "a \"b\" \\ c", "t\u00e4b\t\u2028", "x" * 300, "\"ts\":1", "{[@"] };

# The objects of one event; "x" is its time, ns, and "order" its place in the file.
def objects($w; $r):
	def when($x): {x: $x, ts: micros($w.lead; $x; of($r; 19; 6))};
	(of($r; 1; $w.length) - (if $w.lead == "" then $w.before else 0 end)) as $x
	| (if of($r; 2; 9) == 0 then 0 else of($r; 2; $w.length / 3 | floor) end) as $lasts
	| of($r; 3; 2) as $device
	| choose($r; 4; [7, 7, 20, 0, -1, 4294967295]) as $stream
	| (if of($r; 5; 8) == 0 then {} else {correlation: (1 + of($r; 5; 12))} end) as $corr
	| ({ph: "X", cat: "cpu_op", name: choose($r; 6; $w.names), pid: (7 + of($r; 7; $w.processes)), tid: (20 + of($r; 8; 3)),
		args: {"External id": of($r; 9; 50)}, order: $r[10], dur: micros(""; $lasts; of($r; 18; 3))} + when($x)) as $cpu
	| ($cpu + {pid: $device, tid: $stream,
		args: ({device: $device, stream: $stream} + $corr + if of($r; 11; 5) == 0 then {} else {context: 1} end)}) as $gpu
	| of($r; 0; 26) as $kind
	| if $kind < 5 then $cpu | .args += {"Input Dims": [[of($r; 13; 9), 2], []], "Sequence number": of($r; 14; 99)}
	elif $kind < 7 then $cpu | .cat = "user_annotation"
	elif $kind < 12 then $cpu | .cat = choose($r; 13; ["cuda_runtime", "cuda_driver"])
		| .name = choose($r; 14; ["cudaLaunchKernel", "hipLaunchKernel", "cuLaunchKernelEx"]) | .args += ($corr + {cbid: 211})
	elif $kind < 16 then $gpu | .cat = "kernel"
		| .args += {grid: [of($r; 13; 99), 1, 2], block: [32, 1, 1], "registers per thread": of($r; 14; 255), "shared memory": of($r; 15; 9), foo: "b\"ar"}
	elif $kind == 16 then $gpu | .cat = "gpu_memcpy" | .args.bytes = $r[13]
		| .name = "Memcpy " + choose($r; 14; ["HtoD (Pinned -> Device)", "DtoH (Device -> Pageable)", "DtoD (Device -> Device)"])
	elif $kind == 17 then $gpu | .cat = "gpu_memset" | .name = "Memset (Device)" | .args.bytes = of($r; 13; 4096)
	elif $kind == 18 then $gpu | .cat = "cuda_sync" | .args.wait_on_cuda_event_id = of($r; 14; 40)
		| .name = choose($r; 13; ["Stream Sync", "Event Sync", "Context Sync", "Stream Wait Event"])
	elif $kind == 19 then $cpu | .cat = choose($r; 13; ["overhead", "mine", "kernel", "gpu_memcpy"])
	elif $kind == 20 then $cpu | .ph = "i" | .s = "t" | .cat = choose($r; 13; ["mine", "cpu_instant_event"]) | del(.dur)
	elif $kind == 21 then $cpu | .ph = "C" | .cat = "mine" | .args = {a: of($r; 13; 99), "b c": (of($r; 14; 99) / 4)} | del(.dur)
	elif $kind == 22 then $cpu | .ph = "i" | .s = "t" | .cat = "cpu_instant_event" | .name = "[memory]" | del(.dur)
		| .args = {"Device Type": 1, "Device Id": (of($r; 17; 3) - 1), Bytes: (of($r; 13; 999) - 500), "Total Allocated": $r[14], "Total Reserved": $r[15], Addr: $r[16]}
	elif $kind == 23 then $cpu | .cat = choose($r; 13; ["python_function", "gpu_user_annotation", "Trace"])
	elif $kind == 24 then $cpu | del(.cat) | .args.domain = "mine"
	else ($cpu | .cat = "mine" | .ph = "B" | del(.dur)),
		if of($r; 13; 5) == 0 then empty else
			{ph: "E", pid: $cpu.pid, tid: $cpu.tid, order: $r[12]} + when($x + $lasts) end
	end;

# Puts the begins and ends of ranges in order of time into the places that they have in the file;
# all others are in any order.
def places:
	sort_by(.order)
	| (map(select(.ph == "B" or .ph == "E")) | sort_by(.x)) as $pairs
	| reduce .[] as $e ({n: 0, out: []};
		if $e.ph == "B" or $e.ph == "E" then .out += [$pairs[.n]] | .n += 1 else .out += [$e] end)
	| .out;

# The members of an object in one of three orders.
def turned($r): del(.x, .order) | to_entries
	| (if of($r; 0; 3) == 0 then reverse elif of($r; 0; 3) == 1 then .[2:] + .[:2] else . end) | from_entries;

def astext($w): tojson | gsub("\"@@(?<n>[^@]*)@@\""; .n) | gsub("(?<key>,\"(ts|dur|args)\"):"; .key + $w.colon);

($seed * 48271 % 2147483647) as $start
| ($start | world) as $w
| ($start | numbers(20 * $w.count + 100)) as $r
| ([{ph: "X", cat: "cuda_runtime", name: "cudaMalloc", pid: 7, tid: 20, ts: micros($w.lead; 5; 0), x: 5, dur: micros(""; 10; 0), args: {}, order: $r[3]}]
	+ [range($w.count) as $i | objects($w; $r[20 + 20 * $i:40 + 20 * $i])] | places) as $events
| ([$events | to_entries[] | .key as $i | .value | turned($r[30 + $i:]) | astext($w)] | join($w.between)) as $list
| if $w.array then "[" + $list + "]\n"
	elif $w.early then "{\"baseTimeNanoseconds\": 17, \"traceEvents\": [\n" + $list + "\n], \"schemaVersion\": 1}\n"
	else "{\"schemaVersion\": 1, \"traceEvents\": [" + $list + "], \"traceName\": \"a]}\", \"baseTimeNanoseconds\": 17}" end
