sed s/.cycles.:[0-9]*,*// samples.in.ndjson | nst-fold --what samples
