nst-diff --type jit old.in.ndjson new.in.ndjson
