nst-link crlf.in.ndjson
