nst-diff --top 2 old.in.ndjson new.in.ndjson
