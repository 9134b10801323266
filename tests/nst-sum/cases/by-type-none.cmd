nst-sum --by type,none mixed.in.ndjson
