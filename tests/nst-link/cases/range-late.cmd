nst-link --partial range-late.in.ndjson
