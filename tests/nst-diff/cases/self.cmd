nst-diff --json old.in.ndjson old.in.ndjson
