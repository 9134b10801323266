nst-state unlinked.in.ndjson
