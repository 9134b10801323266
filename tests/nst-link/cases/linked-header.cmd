nst-link linked-header.in.ndjson
