nst-diff --gate 20% --min-share 0% --tsv --by type old.in.ndjson new.in.ndjson
