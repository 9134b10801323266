nst-sum --tsv negative.in.ndjson
