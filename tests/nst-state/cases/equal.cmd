nst-state --partial equal.in.ndjson
