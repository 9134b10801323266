nst-filter --from 9223372036854775806 times.in.ndjson
