nst-link --ops kernel,memcopy ops.in.ndjson
