nst-state --partial works.in.ndjson | jq -c 'select(.type == "gpu-state") | [.ts, .dur, .pid, .device, .name, .step, .args]'
