nst-sum --tsv --by type,name calls.in.ndjson
