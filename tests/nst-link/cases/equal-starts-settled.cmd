# What was launched within the nanosecond of its call went out before the parent was known; all later ones have it.
nst-link equal-starts-settled.in.ndjson | grep '"second"'
