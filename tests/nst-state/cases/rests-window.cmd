# a stream that was cut has the span of its window, as far as its records go
sed '1s/}/,"from":200,"to":3000}/' rests.in.ndjson | nst-state | jq -c 'select(.name == "before" or .name == "after") | [.ts, .dur, .device, .name, .args.cause]'
