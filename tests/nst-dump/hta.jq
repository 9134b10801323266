# SPDX-License-Identifier: MIT
# The figures that HolisticTraceAnalysis computes of a trace, from the stream that nst-dump,
# nst-link and "nst-state --comm (?i)^nccl" make of it; and those of NAME.hta.json. Arguments: hta,
# the figures of HTA, slack, the error of HTA's times in us, and unlike, a list of figures that are
# defined in another way. Prints what differs.
def us: . / 1000;
def sum(f): reduce .[] as $e (0; . + ($e | f));
def median: sort | if length == 0 then null elif length % 2 == 1 then .[length / 2 | floor]
	else (.[length / 2 - 1] + .[length / 2]) / 2 end;
def near($a; $b; $slack): if $a == null or $b == null then $a == $b else ($a - $b | fabs) <= $slack end;
def gpu: .type == "kernel" or .type == "memcpy" or .type == "memset";
# HTA's calls that launch; nst-link knows those of the driver and of HIP, too.
def launches: IN("cudaLaunchKernel", "cudaLaunchKernelExC", "cudaMemcpyAsync", "cudaMemsetAsync");

. as $all
| [$all[] | select(.type == "gpu-state" and .name != "before" and .name != "after")] as $states
| ($states | group_by(.name) | map({ key: .[0].name, value: (sum(.dur) | us) }) | from_entries) as $time
| ($time | with_entries(select(.key | test("compute")))) as $compute
| ($time | with_entries(select(.key | test("communication")))) as $comm
| [$all[] | select(gpu)] as $gpu
| [$gpu[] | select(.launch != null and (.launch.name | launches))] as $launched
| [$launched[] | .ts - .launch.ts - .launch.dur | if . < 0 then 0 else us end] as $delays
| ($slack | tonumber) as $slack
| $hta[0] as $hta
| ($hta.temporal_breakdown_us[0]) as $wanted
| ($gpu | length * $slack + 0.0015) as $total
| [
	["idle time", ($time.idle // 0), $wanted["idle_time(us)"], $total],
	["compute time", ($compute | add // 0), $wanted["compute_time(us)"], $total],
	["other busy time", ($time | with_entries(select(.key | test("compute|idle") | not)) | add // 0),
		$wanted["non_compute_time(us)"], $total],
	["span", ($time | add), $wanted["kernel_time(us)"], $total],
	["overlap in per cent",
		(if ($comm | length) == 0 then null else
			100 * ($comm | with_entries(select(.key | test("compute"))) | add // 0) / ($comm | add) end),
		$hta.comm_comp_overlap[0].comp_comm_overlap_pctg, 0.005001],
	# HTA cuts each of these times to whole us before it adds them up.
	($hta.kernel_types_us[] | (.kernel_type | split(" overlapping ") | map({ COMPUTATION: "compute",
			COMMUNICATION: "communication", MEMORY: "copy" }[.])
			| sort_by({ compute: 0, communication: 1, copy: 2 }[.]) | join("+")) as $state
		| [$states[] | select(.name == $state).dur] as $durs
		| [.kernel_type, ($durs | add | us) - ($durs | length) / 2, .sum,
			($durs | length) / 2 + $total]),
	($hta.memory_bandwidth_gbps[] | .name as $name
		| [$gpu[] | select(.type != "kernel")
			| select(if .type == "memset" then $name == "Memset" else
				"Memcpy " + (.args.kind | sub("Device-to-Host"; "DtoH") | sub("Host-to-Device"; "HtoD")
				| sub("Device-to-Device"; "DtoD") | sub("Peer-to-Peer"; "PtoP")) == $name end)
			| .args["memory bandwidth (GB/s)"]] as $rates
		| [$name + ": count", ($rates | length), .memory_bw_gbps_count, 0],
		[$name + ": mean of GB/s", ($rates | add / length), .memory_bw_gbps_mean, 0.000501],
		[$name + ": least GB/s", ($rates | min), .memory_bw_gbps_min, 0.000501],
		[$name + ": most GB/s", ($rates | max), .memory_bw_gbps_max, 0.000501]),
	($hta.launch_stats["0"] |
		["launches", ($launched | length), .launches, 0],
		["time of calls", ($launched | sum(.launch.dur) | us), .cpu_duration_sum_us, $total],
		["time of what they launched", ($launched | sum(.dur) | us), .gpu_duration_sum_us, $total],
		["sum of delays", ($delays | add // 0), .launch_delay_sum_us, $total],
		["median delay", ($delays | median), (.launch_delay_median_us | if isnan then null else . end),
			$slack + 0.0005001]),
	($hta.queue_length[] | .stream as $stream | . as $length
		# HTA does not count what these two calls launched.
		| [$gpu[] | select(.stream == $stream and .launch != null)
			| select(.launch.name | IN("hipModuleLaunchKernel", "hipGraphLaunch") | not) | [.launch.ts, 1], [.ts, -1]]
		| sort_by(.[0]) | [foreach .[] as $e (0; . + $e[1])] as $queue
		| ["stream \($stream): changes of the queue", ($queue | length),
			$length.queue_length_count, 0],
		["stream \($stream): mean length", ($queue | add / length),
			$length.queue_length_mean,
			0.000501 + $slack * 0.002],
		["stream \($stream): largest length", ($queue | max), $length.queue_length_max, 0])
] | .[]
| select(.[0] | IN($unlike | split(",")[]) | not)
| select(near(.[1]; .[2]; .[3]) | not)
| "\(.[0]): got \(.[1]), HTA has \(.[2])"
