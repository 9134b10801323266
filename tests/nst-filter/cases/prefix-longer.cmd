nst-filter --prefix 'a launch that is longer than any' --prefix 'quote"' names.in.ndjson
