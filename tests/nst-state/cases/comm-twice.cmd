nst-state --comm a --comm b equal.in.ndjson
