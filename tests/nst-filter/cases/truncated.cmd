nst-filter --type osrt truncated.in.ndjson
