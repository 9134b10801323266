printf %s\\n "{\"ts\":9,\"type\":\"sample\",\"args\":{\"cycles\":-1}}" | nst-fold --what samples
