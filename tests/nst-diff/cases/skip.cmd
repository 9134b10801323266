nst-diff --skip 1 old.in.ndjson new.in.ndjson
