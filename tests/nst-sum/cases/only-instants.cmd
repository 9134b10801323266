grep nvtx-mark mixed.in.ndjson | nst-sum
