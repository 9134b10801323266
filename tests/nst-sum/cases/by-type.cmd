nst-sum --tsv --by type mixed.in.ndjson
