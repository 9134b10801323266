nst-sum --tsv --by domain,type mixed.in.ndjson
