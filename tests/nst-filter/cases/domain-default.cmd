nst-filter --domain '' nvtx.in.ndjson
