nst-step --auto --range x none.in.ndjson
