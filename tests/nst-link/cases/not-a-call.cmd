nst-link not-a-call.in.ndjson
