nst-sum --csv --by name names.in.ndjson
