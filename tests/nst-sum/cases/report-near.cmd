nst-sum --report cuda_gpu_kern mixed.in.ndjson
