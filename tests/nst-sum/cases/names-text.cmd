nst-sum --by name names.in.ndjson
