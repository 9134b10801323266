nst-link nulls.in.ndjson
