nst-state equal.in.ndjson
