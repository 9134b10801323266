nst-link --ops nvtx ops.in.ndjson
