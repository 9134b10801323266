nst-sum --tsv --by name mixed.in.ndjson
