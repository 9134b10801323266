printf %s\\n "{\"ts\":-9,\"dur\":9223372036854775807,\"type\":\"osrt\",\"name\":\"k\",\"tid\":1}" "{\"ts\":9,\"dur\":1,\"type\":\"osrt\",\"name\":\"k\",\"tid\":2}" | nst-fold --what cpu
