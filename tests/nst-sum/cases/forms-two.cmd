nst-sum --tsv --json mixed.in.ndjson
