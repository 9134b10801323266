nst-sum --by none --json huge.in.ndjson
