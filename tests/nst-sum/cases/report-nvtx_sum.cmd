nst-sum --csv --report nvtx_sum mixed.in.ndjson
