nst-sum --tsv --event nothing --event relu mixed.in.ndjson
