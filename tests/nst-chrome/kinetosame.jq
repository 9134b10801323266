# SPDX-License-Identifier: MIT
# What a trace of nst-chrome --kineto keeps of a stream, a line each, tab-separated: work, calls and
# ranges, with their times and links. Reads a stream from nst-link, or with --argjson back true one
# that nst-dump and nst-link made of the trace. Times count from $first; open ranges last until
# $until.
def plain: sub("_v[0-9]{4,}$"; "");
def operator: if test(", (seq|op_id) = [0-9]{1,18}$")
	then capture("^(?<name>.+?)(, seq = (?<seq>[0-9]{1,18}))?(, op_id = (?<id>[0-9]{1,18}))?$")
	else {name: .} end;
def number: if . then tonumber else . end;
def sorted: to_entries | map(select(.value != null)) | sort_by(.key) | from_entries;
def kineto: IN("cpu_op", "user_annotation", "python_function");

# Kineto has no versions of calls.
def launch: if . then {ts: (.ts - $first), dur, tid, name: (.name | plain)} else . end;
def workargs: .args // {}
	| if $back then del(.queued, .["External id"], .["memory bandwidth (GB/s)"],
			.["blocks per SM"], .["warps per SM"], .["est. achieved occupancy %"])
		| if .shared_static != null then del(.shared) else . end
	else . end;
def work: [.type, .ts - $first, .dur, .name, .pid, .device, .context, .stream, .corr,
	(.launch | launch), (workargs | sorted)];
def call: [.type, .ts - $first, .dur, (.name | plain), .pid, .tid, .corr,
	(.args // {} | del(.["External id"], .cbid) | sorted)];
def range: [.type, .ts - $first, .dur, .pid, .tid]
	+ if $back then [.name, (.args | .["Sequence number"], .op_id),
		if .domain | kineto then null else .domain end]
	else .domain as $domain | .name | operator | [.name, (.seq | number), (.id | number),
		if $domain // "" | kineto then null else $domain end] end
	+ [.args // {} | del(.["External id"], .["Sequence number"], .op_id, .domain, .open) | sorted];

select(.type | IN("kernel", "graph", "memcpy", "memset", "cuda-api", "nvtx"))
| if .open then .dur = $until - .ts else . end
| if .type == "graph" then .type = "kernel" else . end
| if .type == "cuda-api" then call elif .type == "nvtx" then range else work end
| map(tojson) | join("\t")
