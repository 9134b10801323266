nst-link order-negative.in.ndjson
