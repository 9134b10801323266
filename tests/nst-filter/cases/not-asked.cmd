nst-filter --type osrt --partial bad-line.in.ndjson
