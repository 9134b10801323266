nst-state --min 1us rests.in.ndjson | jq -c 'select(.name == "before" or .name == "after") | [.device, .name, .args.cause]'
