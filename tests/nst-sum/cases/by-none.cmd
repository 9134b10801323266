nst-sum --by none mixed.in.ndjson
