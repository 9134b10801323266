nst-filter --pid 9223372036854775808 numbers.in.ndjson
