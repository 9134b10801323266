nst-state --partial --queue queue.in.ndjson | grep gpu-queue
