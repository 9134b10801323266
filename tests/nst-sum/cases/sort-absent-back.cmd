nst-sum --tsv --by type,name --columns bytes --sort -bytes --top 2 mixed.in.ndjson
