nst-sum --csv mixed.in.ndjson
