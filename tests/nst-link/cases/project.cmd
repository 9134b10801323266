nst-link --partial --project cublas,python --project nvtx project.in.ndjson
nst-link --partial --project cublas project.in.ndjson | grep -c nvtx-kernel
nst-link --partial --project cuda-api project.in.ndjson | grep call-kernel
