nst-sum --by type --columns selv mixed.in.ndjson
