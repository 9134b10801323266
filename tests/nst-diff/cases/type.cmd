nst-diff --json --type mine,osrt old.in.ndjson new.in.ndjson
