nst-sum --tsv mixed.in.ndjson
