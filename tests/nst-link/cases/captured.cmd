nst-link --partial captured.in.ndjson; nst-link --partial --graphs captured.in.ndjson | grep nvtx-kernel
