nst-sum --report nvtx_gpu_proj_sum mixed.in.ndjson
