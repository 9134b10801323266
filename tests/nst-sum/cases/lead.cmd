nst-sum lead.in.ndjson
