# A domain that is too deep has crossed nobody: where there is room again it is on lane 1.
awk 'BEGIN {
	for (i = 0; i < 501; i++) printf "{\"ts\":%d,\"dur\":%d,\"type\":\"nvtx\",\"name\":\"a\",\"pid\":10,\"tid\":11,\"domain\":\"D\"}\n", i, 4000 - 2 * i
	print "{\"ts\":5000,\"dur\":1,\"type\":\"nvtx\",\"name\":\"after\",\"pid\":10,\"tid\":11,\"domain\":\"D\"}"
}' | nst-chrome --no-domains | jq -r -f tracks.jq | cut -f 1,2 | uniq -c | sed 's/^ *//'
