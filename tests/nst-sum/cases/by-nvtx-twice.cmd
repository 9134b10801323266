nst-sum --by nvtx,nvtx:all mixed.in.ndjson
