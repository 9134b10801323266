nst-diff --json --by device,nvtx --type kernel old.in.ndjson new.in.ndjson
