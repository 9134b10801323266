nst-sum --json huge.in.ndjson
