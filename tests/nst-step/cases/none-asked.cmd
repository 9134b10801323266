nst-step --partial --range '^phase' none.in.ndjson
