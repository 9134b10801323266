nst-filter --type kernel mixed.in.ndjson | nst-sum --tsv --by nvtx
