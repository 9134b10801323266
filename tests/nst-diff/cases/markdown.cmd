nst-diff --markdown --type kernel old.in.ndjson new.in.ndjson
