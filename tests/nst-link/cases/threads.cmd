nst-link threads.in.ndjson
