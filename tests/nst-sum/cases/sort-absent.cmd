nst-sum --tsv --by type,name --columns bytes --sort bytes mixed.in.ndjson
