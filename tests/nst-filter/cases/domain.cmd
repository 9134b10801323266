nst-filter --domain B nvtx.in.ndjson
