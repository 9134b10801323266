nst-state --comm "(" equal.in.ndjson
