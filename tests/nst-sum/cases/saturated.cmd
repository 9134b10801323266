nst-sum --tsv --by type --columns count,total,kernel_time saturated.in.ndjson
