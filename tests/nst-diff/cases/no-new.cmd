nst-diff --old old.in.ndjson new.in.ndjson
