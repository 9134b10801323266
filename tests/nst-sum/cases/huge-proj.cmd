nst-sum --report nvtx_gpu_proj_sum --csv huge.in.ndjson
