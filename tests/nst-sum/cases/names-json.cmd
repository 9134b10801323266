nst-sum --json --by name names.in.ndjson
