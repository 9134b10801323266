nst-sum --tsv huge.in.ndjson
