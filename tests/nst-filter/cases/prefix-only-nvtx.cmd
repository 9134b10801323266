nst-filter --prefix A nvtx.in.ndjson
