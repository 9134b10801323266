nst-sum --by none --json odd.in.ndjson
