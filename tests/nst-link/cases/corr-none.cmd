nst-link corr-none.in.ndjson
