nst-filter --partial </dev/null
