nst-sum --by type,nvtx:al mixed.in.ndjson
