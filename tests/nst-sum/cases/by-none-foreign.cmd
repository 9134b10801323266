nst-sum --by none --json --top 2 foreign.in.ndjson
