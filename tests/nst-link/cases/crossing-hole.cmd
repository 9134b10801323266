nst-link crossing-hole.in.ndjson
