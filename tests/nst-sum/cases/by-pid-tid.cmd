nst-sum --json --by pid,tid,type mixed.in.ndjson
