# SPDX-License-Identifier: MIT
# Makes a linked stream of a short notation; each line is an event of process 1:
#   call TID TS DUR NAME [CORR]      osrt TID TS DUR NAME      range TID TS DUR NAME
#   work TYPE STREAM TS DUR NAME [TID LTS LDUR [LNAME]]        with the call that launched it
#   sync NAME TS CORR [STREAM]       a record of what a call waits for; "-" for no stream
#   wait STREAM TS NUMBER            a stream waits for recording NUMBER, or - for an unknown one
#   record STREAM TS NUMBER          recording NUMBER of an event on a stream, when it was called
#   stream STREAM FLAG               its meta record
# A word KEY=JSON at the end adds a key; ARG:NAME=JSON an argument. PID=N before the first word sets the process.
function put(ts, dur, text,    keys, i, args, p) {
	p = 1
	for (i = 1; i <= NF; i++) {
		if ($i ~ /^ARG:/) { args = args (args == "" ? "" : ",") "\"" substr($i, 5, index($i, "=") - 5) "\":" substr($i, index($i, "=") + 1) }
		else if ($i ~ /^PID=/) p = substr($i, 5)
		else if ($i ~ /^[a-z]+=/) keys = keys ",\"" substr($i, 1, index($i, "=") - 1) "\":" substr($i, index($i, "=") + 1)
	}
	sub(/"pid":1/, "\"pid\":" p, text)
	line[++n] = sprintf("{\"ts\":%s%s,%s%s%s}", ts, dur == "" ? "" : ",\"dur\":" dur, text, args == "" ? "" : ",\"args\":{" args "}", keys)
	at[n] = ts; length_[n] = dur == "" ? -1 : dur
}
{ p0 = $1 ~ /^PID=/ ? 1 : 0 }
p0 { first = $1; $1 = ""; $0 = substr($0, 2) " " first }
$1 == "call" { put($3, $4, "\"type\":\"cuda-api\",\"name\":\"" $5 "\",\"pid\":1,\"tid\":" $2 ($6 ~ /^[0-9]+$/ ? ",\"corr\":" $6 : "")) }
$1 == "osrt" || $1 == "mpi" { put($3, $4, "\"type\":\"" $1 "\",\"name\":\"" $5 "\",\"pid\":1,\"tid\":" $2) }
$1 == "range" { put($3, $4, "\"type\":\"nvtx\",\"name\":\"" $5 "\",\"pid\":1,\"tid\":" $2) }
$1 == "work" {
	launch = $7 ~ /^[0-9]+$/ ? ",\"launch\":{\"ts\":" $8 ",\"dur\":" $9 ",\"tid\":" $7 ",\"name\":\"" ($10 ~ /^[a-zA-Z]+$/ ? $10 : "cudaLaunchKernel") "\"}" : ""
	text = "\"type\":\"" $2 "\",\"name\":\"" $6 "\",\"pid\":1,\"device\":0,\"context\":1,\"stream\":" $3
	put($4, $5, text); line[n] = substr(line[n], 1, length(line[n]) - 1) launch "}"
}
$1 == "sync" { put($3, 1, "\"type\":\"cuda-sync\",\"name\":\"" $2 " synchronize\",\"pid\":1,\"device\":0,\"context\":1" ($5 ~ /^[0-9]+$/ ? ",\"stream\":" $5 : "") ",\"corr\":" $4) }
$1 == "wait" { put($3, 1, "\"type\":\"cuda-sync\",\"name\":\"Stream wait event\",\"pid\":1,\"device\":0,\"context\":1,\"stream\":" $2 ($4 == "-" ? "" : ",\"args\":{\"event\":1,\"event_sync\":" $4 "}")) }
$1 == "record" { put($3, "", "\"type\":\"cuda-event\",\"name\":\"Event 1\",\"pid\":1,\"device\":0,\"context\":1,\"stream\":" $2 ",\"args\":{\"event\":1,\"event_sync\":" $4 ",\"clock\":\"call\"}") }
$1 == "stream" { flag = $3; gsub(/_/, " ", flag); put(0, "", "\"type\":\"meta\",\"name\":\"stream\",\"pid\":1,\"device\":0,\"context\":1,\"stream\":" $2 ",\"args\":{\"default\":" (flag == "Null stream" ? "true" : "false") ",\"flag\":\"" flag "\"}") }
END {
	print "{\"ts\":0,\"type\":\"stream\",\"format\":1,\"linked\":true}"
	for (i = 1; i <= n; i++) print at[i] "\t" (9999999 - length_[i]) "\t" i "\t" line[i] | "sort -n -k1,1 -k2,2n -k3,3n | cut -f4-"
	close("sort -n -k1,1 -k2,2n -k3,3n | cut -f4-")
	print "{\"ts\":" (n ? at[n] : 0) ",\"type\":\"end\",\"events\":" n + 0 "}"
}
