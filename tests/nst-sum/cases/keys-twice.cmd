nst-sum --tsv --by type,name keys-twice.in.ndjson
