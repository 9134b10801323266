nst-fold --what samples samples.in.ndjson
