nst-sum --json mixed.in.ndjson
