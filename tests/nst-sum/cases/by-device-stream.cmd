nst-sum --tsv --by device,stream,type mixed.in.ndjson
