nst-sum --by type,name --top 1 mixed.in.ndjson
