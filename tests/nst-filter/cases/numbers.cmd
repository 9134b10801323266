nst-filter --pid 0,1,9223372036854775807 numbers.in.ndjson
