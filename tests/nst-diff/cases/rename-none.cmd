nst-diff --json --by name --rename none --type ranges old.in.ndjson new.in.ndjson
