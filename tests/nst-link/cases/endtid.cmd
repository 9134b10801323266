nst-link endtid.in.ndjson
