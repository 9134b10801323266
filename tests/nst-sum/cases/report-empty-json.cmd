grep osrt mixed.in.ndjson | nst-sum --report nvtx_gpu_proj_sum --json
