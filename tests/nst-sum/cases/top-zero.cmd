nst-sum --top 0 mixed.in.ndjson
