nst-diff --gate 3% --tsv --type jit old.in.ndjson new.in.ndjson
