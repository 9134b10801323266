nst-link --partial saturated.in.ndjson
