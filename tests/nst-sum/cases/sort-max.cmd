nst-sum --tsv --by type,name --columns total,max --sort max --top 1 mixed.in.ndjson
