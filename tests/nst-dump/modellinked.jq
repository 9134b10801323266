# SPDX-License-Identifier: MIT
# The same lines as modellinks.jq, from the stream that nst-link wrote.
include "modeltime";

.[0].ts as $first
| ($first | pair) as $zero
| to_entries[] | .value + {at: .key}
| def off: pair | since($zero);
def lasts: pair | since([0, 0]);
if .launch then {t: (.ts | off), type, name, at, launch: [(.launch.ts | off), ((.launch.ts | off) + (.launch.dur | lasts)), .launch.tid, .launch.name], nvtx: (.nvtx // [])}
elif .type == "nvtx-kernel" then {type, name, domain, tid, device, t: (.ts | off), till: ((.ts | off) + (.dur | lasts)), count: .args.count, sum: .args.sum,
	range: [(.args.range.ts | off), ((.args.range.ts | off) + (.args.range.dur | lasts)), .args.range.open]}
else empty end
