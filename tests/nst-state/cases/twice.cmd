nst-state --partial equal.in.ndjson | nst-state --partial
