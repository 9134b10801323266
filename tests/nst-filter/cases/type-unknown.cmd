nst-filter --type kernell,osrt,sprockets nvtx.in.ndjson
