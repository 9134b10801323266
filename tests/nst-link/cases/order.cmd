nst-link order.in.ndjson
