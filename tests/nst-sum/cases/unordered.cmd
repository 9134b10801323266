nst-sum --tsv unordered.in.ndjson
