printf %s\\n "{\"ts\":9,\"dur\":9223372036854775807,\"type\":\"kernel\",\"name\":\"k\"}" "{\"ts\":9,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\"}" | nst-fold
