nst-sum --by type --columns count,count mixed.in.ndjson
