nst-sum --tsv --by stream key.in.ndjson
