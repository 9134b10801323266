nst-sum --csv --report cuda_gpu_kern_sum mixed.in.ndjson
