printf %s\\n "{\"type\":\"kernel\",\"count\":2,\"total\":5,\"slowest\":1}" | nst-diff - new.in.ndjson
