nst-sum --tsv --by device,name --columns total --sort device mixed.in.ndjson
