nst-fold --what cpu cpu.in.ndjson
