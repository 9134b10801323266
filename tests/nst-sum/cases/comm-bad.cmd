nst-sum --comm '(' mixed.in.ndjson
