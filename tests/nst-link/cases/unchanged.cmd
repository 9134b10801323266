nst-link unchanged.in.ndjson
