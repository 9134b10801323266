nst-diff --over step old.in.ndjson new.in.ndjson
