nst-filter --type sprockets truncated.in.ndjson
