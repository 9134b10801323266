nst-sum --by none --tsv mixed.in.ndjson
