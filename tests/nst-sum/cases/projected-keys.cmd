nst-sum --tsv --by type,name,pid,tid,device --columns count,total,kernels,kernel_time projected.in.ndjson
