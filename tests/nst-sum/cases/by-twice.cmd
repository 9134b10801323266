nst-sum --by type,name,type mixed.in.ndjson
