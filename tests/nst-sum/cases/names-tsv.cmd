nst-sum --tsv --by name names.in.ndjson
