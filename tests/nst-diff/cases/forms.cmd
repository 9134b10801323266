nst-diff --tsv --json old.in.ndjson new.in.ndjson
