nst-filter --device 0 numbers.in.ndjson
