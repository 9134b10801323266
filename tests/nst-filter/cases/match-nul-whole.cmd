nst-filter --match '^a$' names.in.ndjson
