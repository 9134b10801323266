nst-filter --type kernel projected.in.ndjson | nst-sum --tsv --by captured:all --columns count,total,share
