nst-filter --prefix 'añ' --prefix 😀 names.in.ndjson
