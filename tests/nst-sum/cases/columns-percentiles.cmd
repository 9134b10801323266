nst-sum --tsv --by type --columns p50,p0,p100,p99.9,p12.345,median,min,max mixed.in.ndjson
