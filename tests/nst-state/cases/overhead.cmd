nst-state --partial overhead.in.ndjson 2>/dev/null | jq -c 'select(.name == "idle") | [.args.cause, .args.blame]'
