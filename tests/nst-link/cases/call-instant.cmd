nst-link call-instant.in.ndjson
