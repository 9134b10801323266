nst-link equal-starts.in.ndjson
