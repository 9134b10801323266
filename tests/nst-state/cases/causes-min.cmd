nst-state --min 1001 --latency 20us causes.in.ndjson | jq -c 'select(.args.cause) | [.ts, .dur, .args.cause, .args.blame]'
