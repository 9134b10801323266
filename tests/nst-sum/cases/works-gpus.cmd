nst-sum --json --by none works.in.ndjson | grep busy
