nst-sum --event 'layer (1|2' mixed.in.ndjson
