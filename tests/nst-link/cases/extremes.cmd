nst-link extremes.in.ndjson
