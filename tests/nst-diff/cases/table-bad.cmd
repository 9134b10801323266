nst-diff table-bad.in.json new.in.ndjson
