nst-filter --pid 1 --invert bad-line.in.ndjson
