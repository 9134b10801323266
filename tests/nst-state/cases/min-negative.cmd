nst-state --min -1 equal.in.ndjson
