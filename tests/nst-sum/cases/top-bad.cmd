nst-sum --top x mixed.in.ndjson
