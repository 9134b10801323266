nst-link linked-launch.in.ndjson
