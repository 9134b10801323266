nst-link --partial late.in.ndjson
