nst-diff --json old.in.ndjson new.in.ndjson
