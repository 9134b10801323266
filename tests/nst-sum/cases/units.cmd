nst-sum units.in.ndjson
