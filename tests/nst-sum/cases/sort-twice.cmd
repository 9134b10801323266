nst-sum --sort total --sort max mixed.in.ndjson
