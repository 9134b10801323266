# When more strings come again than are kept, all are forgotten: one that comes often is written as itself once more.
awk 'BEGIN { for (i = 0; i < 80000; i++) printf "{\"ts\":%d,\"type\":\"osrt\",\"name\":\"%s\",\"pid\":10,\"tid\":11}\n", i, i % 5000 ? "n" int(i / 2) : "again" }' |
	nst-perfetto | ../packets | grep -o 'text: "again"'
