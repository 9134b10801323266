nst-diff old.in.ndjson new.in.ndjson
