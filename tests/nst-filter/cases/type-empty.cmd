nst-filter --type kernel,, nvtx.in.ndjson
