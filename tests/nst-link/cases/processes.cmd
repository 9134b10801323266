nst-link processes.in.ndjson
