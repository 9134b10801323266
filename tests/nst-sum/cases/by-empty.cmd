nst-sum --by '' mixed.in.ndjson
