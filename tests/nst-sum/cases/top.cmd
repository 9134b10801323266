nst-sum --tsv --top 2 mixed.in.ndjson
