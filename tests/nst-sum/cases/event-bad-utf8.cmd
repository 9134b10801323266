nst-sum --event 'é[[:nope:]]' mixed.in.ndjson
