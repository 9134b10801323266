nst-filter - </dev/null
