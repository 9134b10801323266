# Ids of calls differ: of one id used often, of many ids, of many processes.
awk 'BEGIN {
	for (i = 0; i < 100; i++) printf "{\"ts\":%d,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"again\",\"pid\":10,\"tid\":11,\"corr\":5}\n", ++ts
	for (i = 0; i < 9000; i++) printf "{\"ts\":%d,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"ids\",\"pid\":11,\"tid\":11,\"corr\":%d}\n", ++ts, i + 1
	for (i = 0; i < 100; i++) printf "{\"ts\":%d,\"dur\":1,\"type\":\"cuda-api\",\"name\":\"processes\",\"pid\":%d,\"tid\":11,\"corr\":4294967295}\n", ++ts, i + 10
}' | nst-chrome | jq -c 'map(.bind_id // empty) | [length, (unique | length), min > 0, max < 9007199254740992]'
