nst-sum --tsv </dev/null
