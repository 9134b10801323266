nst-link equal-ranges.in.ndjson
