nst-diff --gate 3% --tsv --type kernel old.in.ndjson new.in.ndjson
