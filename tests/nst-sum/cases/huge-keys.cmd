nst-sum --by device,stream --json huge.in.ndjson
