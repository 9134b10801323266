nst-state --partial tail.in.ndjson
