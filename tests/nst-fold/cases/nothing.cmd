nst-fold --what cpu unlinked.in.ndjson; nst-fold --what samples unlinked.in.ndjson; nst-fold cpu.in.ndjson
