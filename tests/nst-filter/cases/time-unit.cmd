nst-filter --from 3min times.in.ndjson
