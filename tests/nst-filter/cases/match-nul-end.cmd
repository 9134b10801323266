nst-filter --match 'b$' names.in.ndjson
