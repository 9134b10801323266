nst-state --partial steps.in.ndjson | jq -c 'select(.type == "gpu-state") | [.ts, .dur, .pid, .device, .name, .step, .args]'
