nst-diff --old old.in.ndjson --tsv new.in.ndjson --new new.in.ndjson
