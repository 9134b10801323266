nst-filter --match 'ñ|^😀' names.in.ndjson
