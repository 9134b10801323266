# More processes than a small table holds, each seen before its device.
awk 'BEGIN {
	for (i = 1; i <= 40; i++) printf "{\"ts\":%d,\"dur\":1,\"type\":\"nvtx\",\"name\":\"a\",\"pid\":%d,\"tid\":%d}\n", i, i, i
	for (i = 1; i <= 40; i++) printf "{\"ts\":%d,\"dur\":1,\"type\":\"kernel\",\"name\":\"k\",\"pid\":%d,\"device\":%d,\"stream\":7}\n", 100 + i, i, i % 3
}' | nst-chrome --labels
