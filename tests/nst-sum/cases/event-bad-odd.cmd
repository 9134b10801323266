nst-sum --event 'layer (1|' mixed.in.ndjson
