# SPDX-License-Identifier: MIT
# The same lines as modelevents.jq, from the stream. Counters have no promised names.
include "modeltime";

($zero | pair) as $zero
| select(.type | IN("stream", "meta", "end") | not)
| {t: (.ts | pair | since($zero)), type, name, pid, tid, device, context, stream, corr, domain, value, open, args}
	+ if .dur then {d: (.dur | pair | since([0, 0]))} else {} end
| if .type == "cpu-metric" or .type == "gpu-memory" then del(.name, .args.unit, .args["Device Type"]) else . end
| with_entries(select(.value != null)) | if .args == {} then del(.args) else . end
