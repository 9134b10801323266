nst-state --partial split.in.ndjson | jq -c 'select(.name == "idle") | [.ts, .dur, .args]'
