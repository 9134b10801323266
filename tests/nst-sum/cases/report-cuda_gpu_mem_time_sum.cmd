nst-sum --csv --report cuda_gpu_mem_time_sum mixed.in.ndjson
