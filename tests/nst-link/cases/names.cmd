nst-link names.in.ndjson
