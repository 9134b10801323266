nst-sum --tsv --event gemm --event '^(gemm|relu)$' --event layer mixed.in.ndjson
