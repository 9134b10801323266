nst-sum --by none,type mixed.in.ndjson
