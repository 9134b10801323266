nst-sum --tsv --by work,type,name --columns total works.in.ndjson
