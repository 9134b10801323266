nst-diff --by typo,name old.in.ndjson new.in.ndjson
