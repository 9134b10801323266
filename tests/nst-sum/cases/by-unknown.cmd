nst-sum --by weekday mixed.in.ndjson
