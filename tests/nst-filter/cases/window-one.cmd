nst-filter --from 999 --to 1000 times.in.ndjson
