nst-link graph.in.ndjson
