nst-sum --tsv --by type,name --columns total --sort -name mixed.in.ndjson
