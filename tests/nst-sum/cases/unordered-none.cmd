nst-sum --by none unordered.in.ndjson
