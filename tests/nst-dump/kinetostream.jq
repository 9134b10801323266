# SPDX-License-Identifier: MIT
# The same lines as kineto.jq, from the stream.
.args as $a
| [.ts, .dur] as $when
| ([.device, .context, .stream | select(. != null)]) as $where
| if .type == "kernel" then
	$when + ["kernel", .name, .pid] + $where +
	[.corr, $a.grid, $a.block, $a.registers, $a.shared]
elif .type == "memcpy" then
	$when + ["memcpy", .name, .pid] + $where + [.corr, $a.bytes, $a.src_kind, $a.dst_kind]
elif .type == "memset" then
	$when + ["memset", .name, .pid] + $where + [.corr, $a.bytes]
elif .type == "cuda-api" then
	$when + ["cuda-api", .name, .pid, .tid, .corr, $a["External id"]]
elif .type == "cuda-sync" then
	$when + ["cuda-sync", .name, .pid] + $where + [.corr, $a.event]
elif .type == "nvtx" then
	$when + ["nvtx", .name, .pid, .tid, .domain, $a["External id"], $a["Input Dims"],
	$a["Sequence number"], $a["Python id"]]
elif .type == "overhead" then
	$when + ["overhead", .name]
elif .type == "gpu-memory" or .type == "cpu-metric" then
	$when + [.pid, .tid, $a.bytes, .value, $a.reserved, $a.address]
elif .type == "stream" or .type == "end" or .type == "meta" then
	empty
else error("type " + .type) end
| tojson
