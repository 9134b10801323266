nst-filter --from 0.001us --to 0.000001s times.in.ndjson
