nst-sum --report cuda_gpu_kern_sum --json --top 1 mixed.in.ndjson
