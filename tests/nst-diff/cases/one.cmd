nst-diff old.in.ndjson
