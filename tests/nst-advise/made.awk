# SPDX-License-Identifier: MIT
# Makes a stream from lines of words; times are in ms. Each line is an event:
#   range NAME FROM TO            a range of the thread
#   call NAME FROM TO CORR        a call of CUDA
#   kernel FROM TO CORR [NAME [BLOCKS]]
#   copy KIND SOURCE TARGET BYTES FROM TO CORR
#   memset FROM TO CORR
#   overhead FROM TO              of the profiler
#   wait FROM TO CORR STREAM      a stream waits for a CUDA event
# or chooses what the next ones are of:
#   on PID DEVICE STREAM          the process, whose only thread has the same number
#   sms N                         multiprocessors of that device
function ns(ms) { return sprintf("%.0f", ms * 1000000) }
function event(from, to, type, rest) {
	printf "{\"ts\":%s,\"dur\":%s,\"type\":\"%s\",%s}\n", ns(from), ns(to - from), type, rest
}
function gpu() { return sprintf("\"pid\":%d,\"device\":%d,\"context\":1,\"stream\":%d", pid, device, stream) }
BEGIN { pid = 1; device = 0; stream = 7; print "{\"ts\":0,\"type\":\"stream\",\"format\":1}" }
$1 == "on" { pid = $2; device = $3; stream = $4 }
$1 == "sms" {
	printf "{\"ts\":0,\"type\":\"meta\",\"name\":\"device\",\"pid\":%d,\"device\":%d,\"args\":{\"uuid\":\"u%d\",\"sms\":%d}}\n", pid, device, device, $2
}
$1 == "range" { event($3, $4, "nvtx", sprintf("\"name\":\"%s\",\"pid\":%d,\"tid\":%d", $2, pid, pid)) }
$1 == "call" { event($3, $4, "cuda-api", sprintf("\"name\":\"%s\",\"pid\":%d,\"tid\":%d,\"corr\":%d", $2, pid, pid, $5)) }
$1 == "kernel" {
	event($2, $3, "kernel", sprintf("\"name\":\"%s\",%s,\"corr\":%d%s", $5 == "" ? "gemm" : $5, gpu(), $4,
		$6 == "" ? "" : ",\"args\":{\"grid\":[" $6 ",1,1]}"))
}
$1 == "copy" {
	event($6, $7, "memcpy", sprintf("\"name\":\"Memcpy %s\",%s,\"corr\":%d,\"args\":{\"bytes\":%d,\"kind\":\"%s\",\"src_kind\":\"%s\",\"dst_kind\":\"%s\"}",
		$2, gpu(), $8, $5, $2, $3, $4))
}
$1 == "memset" { event($2, $3, "memset", sprintf("\"name\":\"Memset\",%s,\"corr\":%d", gpu(), $4)) }
$1 == "overhead" { event($2, $3, "overhead", sprintf("\"name\":\"buffer flush\",\"pid\":%d", pid)) }
$1 == "wait" { event($2, $3, "cuda-sync", sprintf("\"name\":\"Stream wait event\",\"pid\":%d,\"device\":%d,\"context\":1,\"stream\":%d,\"corr\":%d,\"args\":{\"event\":5}", pid, device, $5, $4)) }
