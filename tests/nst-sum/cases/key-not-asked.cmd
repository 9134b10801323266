nst-sum --tsv key.in.ndjson
