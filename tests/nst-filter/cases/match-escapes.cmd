nst-filter --match "k\\\\s.* / tab	h|\"" names.in.ndjson
