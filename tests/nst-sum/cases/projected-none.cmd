nst-sum --json --by none --top 3 projected.in.ndjson
