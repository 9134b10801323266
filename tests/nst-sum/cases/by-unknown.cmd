nst-sum --by context mixed.in.ndjson
