nst-filter --min-dur 1.5ns times.in.ndjson
