nst-sum --by name --sort tot mixed.in.ndjson
