nst-link same-name.in.ndjson
