nst-sum --csv --report nvtx_gpu_proj_sum proj.in.ndjson
