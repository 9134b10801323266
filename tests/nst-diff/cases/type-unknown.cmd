nst-diff --tsv --type kernle,osrt old.in.ndjson new.in.ndjson
