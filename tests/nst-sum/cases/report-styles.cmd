nst-sum --csv --report nvtx_sum proj.in.ndjson
