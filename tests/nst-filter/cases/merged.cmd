nst-filter --type osrt merged.in.ndjson
