nst-sum --by type,nvtx.all mixed.in.ndjson
