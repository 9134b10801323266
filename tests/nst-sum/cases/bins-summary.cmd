nst-sum --bins 2 --top 1 mixed.in.ndjson
