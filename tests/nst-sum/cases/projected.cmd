nst-sum --tsv --by type,name --columns count,total,kernels,kernel_time projected.in.ndjson
