nst-filter --pid 12x numbers.in.ndjson
