nst-sum --by type,name --sort p75 mixed.in.ndjson
