nst-link crossing.in.ndjson
