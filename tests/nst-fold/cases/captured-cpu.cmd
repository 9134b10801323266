nst-fold --what cpu --captured captured.in.ndjson
