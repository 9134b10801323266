nst-sum --by none --top 2 foreign.in.ndjson
