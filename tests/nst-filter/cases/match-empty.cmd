nst-filter --match '^$' names.in.ndjson
