nst-diff --tsv old.in.ndjson new.in.ndjson
