nst-fold names.in.ndjson
