nst-link devices.in.ndjson
