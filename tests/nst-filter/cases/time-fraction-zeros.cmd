nst-filter --from 0.001us --to 1.0000us times.in.ndjson
