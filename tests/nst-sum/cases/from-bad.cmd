nst-sum --by type --from x mixed.in.ndjson
