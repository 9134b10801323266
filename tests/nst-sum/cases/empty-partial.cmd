nst-sum --tsv --partial </dev/null
