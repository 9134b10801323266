nst-state projected.in.ndjson | jq -c 'select(.type == "gpu-state") | [.ts, .dur, .device, .name, .args.cause]'
