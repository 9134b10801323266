nst-fold unlinked.in.ndjson
