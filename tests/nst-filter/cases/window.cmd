nst-filter --from 0 --to 1us times.in.ndjson
