nst-state causes.in.ndjson | jq -c 'select(.type == "gpu-state") | [.ts, .dur, .pid, .device, .name, .args]'
