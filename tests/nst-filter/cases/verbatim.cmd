nst-filter --type osrt verbatim.in.ndjson
