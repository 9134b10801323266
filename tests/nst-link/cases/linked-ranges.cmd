nst-link linked-ranges.in.ndjson
