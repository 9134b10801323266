nst-link --across processes linked-header.in.ndjson
