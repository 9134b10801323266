nst-sum --bins 2 --over step mixed.in.ndjson
