nst-sum --csv --report osrt_sum mixed.in.ndjson
