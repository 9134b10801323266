nst-sum --by type --columns p100.5 mixed.in.ndjson
