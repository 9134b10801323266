nst-fold --what gpus captured.in.ndjson
