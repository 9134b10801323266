nst-filter --stream=-1 numbers.in.ndjson
