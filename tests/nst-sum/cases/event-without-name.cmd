nst-sum --tsv --by type --event gemm --event 'ge?mm' mixed.in.ndjson
