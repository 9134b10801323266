# What is more than 500 deep goes to the next lane.
awk 'BEGIN {
	for (i = 0; i < 1100; i++) printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"a\",\"pid\":10,\"tid\":11}\n", i, 4000 - 2 * i
	print "{\"ts\":5000,\"dur\":1,\"type\":\"nvtx\",\"name\":\"after\",\"pid\":10,\"tid\":11}"
}' | nst-chrome | jq -r -f tracks.jq | cut -f 1,2 | uniq -c | sed 's/^ *//'
