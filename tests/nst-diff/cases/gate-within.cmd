nst-diff --gate 3% --tsv --type memcpy old.in.ndjson new.in.ndjson
