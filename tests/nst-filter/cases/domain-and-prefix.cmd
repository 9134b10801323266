nst-filter --domain B --domain '' --prefix A nvtx.in.ndjson
