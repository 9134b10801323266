nst-sum --by domain --by type --tsv mixed.in.ndjson
