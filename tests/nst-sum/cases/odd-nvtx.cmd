nst-filter --type kernel odd.in.ndjson | nst-sum --tsv --by nvtx:all,domain,device
