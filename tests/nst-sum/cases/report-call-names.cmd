nst-sum --csv --report cuda_api_sum calls.in.ndjson
