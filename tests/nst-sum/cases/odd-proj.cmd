nst-sum --csv --report nvtx_gpu_proj_sum odd.in.ndjson
