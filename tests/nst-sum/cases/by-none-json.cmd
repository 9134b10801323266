nst-sum --by none --json --top 1 mixed.in.ndjson
