nst-sum huge.in.ndjson
