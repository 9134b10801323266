sed '$d' mixed.in.ndjson | nst-sum --tsv --by type --partial
