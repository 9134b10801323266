nst-sum --by type --columns name mixed.in.ndjson
