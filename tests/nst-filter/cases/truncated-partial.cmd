nst-filter --partial --type osrt truncated.in.ndjson
