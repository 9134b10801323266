nst-state --latency 100ns rests.in.ndjson | jq -c 'select(.name == "before" or .name == "after") | [.ts, .dur, .pid, .device, .name, .args]'
