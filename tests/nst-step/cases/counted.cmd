nst-step --partial --range '^(?:train|eval) (\w+)$' counted.in.ndjson
