nst-sum --report osrt_sum --by type mixed.in.ndjson
