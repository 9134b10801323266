nst-state --partial order.in.ndjson
