nst-filter --match 'gemm[' names.in.ndjson
