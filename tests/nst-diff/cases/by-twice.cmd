nst-diff --by name,name old.in.ndjson new.in.ndjson
