nst-filter --type kernel projected.in.ndjson | nst-sum --tsv --by captured --columns count,total,share
