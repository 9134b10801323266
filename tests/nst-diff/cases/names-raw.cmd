nst-diff --json --by name --names raw --type ranges old.in.ndjson new.in.ndjson
