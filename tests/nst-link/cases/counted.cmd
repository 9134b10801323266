nst-link counted.in.ndjson
