nst-link --project nvtx,kernel project.in.ndjson
