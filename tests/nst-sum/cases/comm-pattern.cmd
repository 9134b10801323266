nst-sum --comm relu --by type,work,name --tsv --columns count,total mixed.in.ndjson
