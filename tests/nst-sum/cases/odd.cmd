nst-sum --tsv odd.in.ndjson
