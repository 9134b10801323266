nst-step --range '(' none.in.ndjson
