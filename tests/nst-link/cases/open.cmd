nst-link open.in.ndjson
