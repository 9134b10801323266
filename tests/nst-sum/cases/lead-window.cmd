nst-sum --from +90s lead.in.ndjson
