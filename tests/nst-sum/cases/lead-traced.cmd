nst-sum lead-traced.in.ndjson
