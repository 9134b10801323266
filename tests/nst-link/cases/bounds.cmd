nst-link bounds.in.ndjson
