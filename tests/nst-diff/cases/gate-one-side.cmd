nst-diff --gate 3% --tsv --type mine old.in.ndjson new.in.ndjson; nst-diff --gate 3% --tsv --type mine new.in.ndjson old.in.ndjson
