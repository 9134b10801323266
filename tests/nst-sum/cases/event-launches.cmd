nst-sum --tsv --event 'Launch' mixed.in.ndjson
