nst-filter --tid 9223372036854775807 --pid 1 numbers.in.ndjson
