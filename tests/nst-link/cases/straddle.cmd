nst-link straddle.in.ndjson
