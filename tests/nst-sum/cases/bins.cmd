nst-sum --tsv --by type --bins 3 --columns count,total,share,self mixed.in.ndjson
