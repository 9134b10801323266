nst-link equal-starts-kernel.in.ndjson
