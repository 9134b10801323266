nst-filter --type memset,osrt nvtx.in.ndjson
