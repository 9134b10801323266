nst-step --partial ranges.in.ndjson
