printf %s\\n "{\"type\":\"kernel\",\"count\":2,\"total\":5}" "{\"ts\":1}x" | nst-diff old.in.ndjson -
