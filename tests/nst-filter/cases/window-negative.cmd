nst-filter --from=-4 --to 0 times.in.ndjson
