sed \$d new.in.ndjson | nst-diff old.in.ndjson -
