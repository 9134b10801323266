nst-sum --by type --columns count,,max mixed.in.ndjson
