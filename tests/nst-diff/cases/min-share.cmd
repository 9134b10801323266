nst-diff --tsv --min-share 20% old.in.ndjson new.in.ndjson
