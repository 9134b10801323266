nst-filter --min-dur 6ns times.in.ndjson
