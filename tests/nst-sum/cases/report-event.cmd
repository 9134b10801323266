nst-sum --report osrt_sum --event x mixed.in.ndjson
