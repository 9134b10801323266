nst-sum mixed.in.ndjson
