printf %s\\n "{\"ts\":9,\"dur\":9223372036854775807,\"type\":\"osrt\",\"name\":\"k\",\"tid\":1}" | nst-fold --what cpu
