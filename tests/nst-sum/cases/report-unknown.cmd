nst-sum --report xyz mixed.in.ndjson
