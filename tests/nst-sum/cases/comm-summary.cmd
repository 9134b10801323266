nst-sum --comm relu --top 1 mixed.in.ndjson
