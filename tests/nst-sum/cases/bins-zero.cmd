nst-sum --by type --bins 0 mixed.in.ndjson
