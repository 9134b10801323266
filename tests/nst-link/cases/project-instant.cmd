nst-link --project sample project.in.ndjson
