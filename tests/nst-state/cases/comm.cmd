nst-state --partial --comm ^my_ comm.in.ndjson | jq -c 'select(.type == "gpu-state") | [.ts, .dur, .pid, .device, .name, .step, .args]'
