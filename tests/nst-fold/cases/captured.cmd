nst-fold captured.in.ndjson; nst-fold --captured captured.in.ndjson
