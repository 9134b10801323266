nst-diff --json --rename s/gemm/mm/ --rename nccl --type gpu old.in.ndjson new.in.ndjson
