nst-filter --type mine,nvtx-mark nvtx.in.ndjson
