nst-sum --csv --report cuda_api_sum mixed.in.ndjson
