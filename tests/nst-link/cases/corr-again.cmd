nst-link corr-again.in.ndjson
