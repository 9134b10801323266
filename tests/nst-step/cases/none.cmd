nst-step --partial  none.in.ndjson
