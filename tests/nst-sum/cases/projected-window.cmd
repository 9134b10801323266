nst-sum --tsv --by type,name --from 150 --to 1550 --columns count,total,kernels,kernel_time projected.in.ndjson
